"""Tests of the web app from outside, over HTTP and the live connection."""
