// Package api serves the HTTP API, the live WebSocket and the dashboard from one handler.
//
// Reading goes to the read models, writing to events/intent; the package keeps no state of its own, so
// any number of instances may serve. Errors are RFC 9457 problems. JSON operations are declared with
// their types, from which the OpenAPI 3.1 document at /api/v1/openapi.json is made; operations that move
// bytes (upload, PDF, exports) are plain handlers that declare their shape by hand.
//
// Bound to a loopback address the handler answers only requests addressed to this machine by name, so
// that a web page elsewhere cannot reach it by pointing a name of its own at 127.0.0.1; and whatever the
// address, requests that change something must not come from another site's page.
package api
