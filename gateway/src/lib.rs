//! REST, WebSocket and the web app in front of the services.
