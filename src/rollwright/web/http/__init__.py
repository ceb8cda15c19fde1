"""What all routes share: access, requests, rendering, middleware, limits, cookies."""
