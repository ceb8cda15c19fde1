"""The conformance kit, tried on a sound game and on broken ones."""
