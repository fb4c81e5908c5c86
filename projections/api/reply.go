package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

// retryAfter is when those who were told that something is away should ask again, in seconds: a dependency that has
// ended is started again within a few, a disk takes a person.
var retryAfter = map[int]string{http.StatusServiceUnavailable: "5", http.StatusInsufficientStorage: "60"}

// reply is every answer on its way out. It makes what is refused a problem whoever refuses it - the mux and the file
// server of the standard library answer in plain text - and says when to ask again. It also keeps handlers from giving
// the body another deadline than the one that every request has.
type reply struct {
	http.ResponseWriter
	request *http.Request
	status  int
	plain   bool // the answer is a refusal in plain text, which said collects
	said    bytes.Buffer
}

// WriteHeader implements http.ResponseWriter.
func (r *reply) WriteHeader(status int) {
	if status < 200 || r.status != 0 {
		if r.status == 0 {
			r.ResponseWriter.WriteHeader(status)
		}
		return
	}
	r.status = status
	h := r.Header()
	if after := retryAfter[status]; after != "" && h.Get("Retry-After") == "" {
		h.Set("Retry-After", after)
	}
	kind := h.Get("Content-Type")
	if r.plain = status >= 400 && (kind == "" || strings.HasPrefix(kind, "text/plain")); !r.plain {
		r.ResponseWriter.WriteHeader(status)
	}
}

// Write implements http.ResponseWriter.
func (r *reply) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	if !r.plain {
		return r.ResponseWriter.Write(b)
	}
	if room := maxEcho - r.said.Len(); room > 0 {
		r.said.Write(b[:min(len(b), room)])
	}
	return len(b), nil
}

// finish sends a refusal that was held back.
func (r *reply) finish() {
	if !r.plain {
		return
	}
	detail := strings.TrimSpace(r.said.String())
	switch {
	case r.status == http.StatusNotFound:
		detail = "there is nothing at " + clip(r.request.URL.Path)
	case detail == "":
		detail = http.StatusText(r.status)
	}
	r.Header().Del("Content-Length")
	problem(r.ResponseWriter, r.status, detail)
}

// compressed compresses text as the client asks for it. A report's file is not text: parts of it are asked for.
func compressed(h http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.ContentTypeFilter(func(kind string) bool {
		return strings.HasPrefix(kind, "text/") || strings.Contains(kind, "json") || strings.Contains(kind, "xml") && !strings.Contains(kind, "officedocument")
	}))
	if err != nil {
		panic(err) // the options are constants
	}
	return wrap(h)
}

// SetReadDeadline does nothing: the deadline of a body is set once, for every route the same.
func (*reply) SetReadDeadline(time.Time) error { return nil }

// Hijack implements http.Hijacker, for the WebSocket.
func (r *reply) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(r.ResponseWriter).Hijack()
}

// Unwrap is for http.ResponseController.
func (r *reply) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// recovered answers for a handler that panicked, unless it had begun to answer.
func (s *server) recovered(r *reply) {
	fault := recover()
	if fault == nil {
		return
	}
	if fault == http.ErrAbortHandler { //nolint:errorlint,err113 // a value of the standard library, panicked as it is
		panic(fault)
	}
	s.Logger.Error("a request panicked", "method", r.request.Method, "path", r.request.URL.Path, "panic", fmt.Sprint(fault), "stack", string(debug.Stack()))
	if r.status != 0 && !r.plain {
		panic(http.ErrAbortHandler) // what was sent is no whole answer, and the client must see that
	}
	r.status, r.plain = 0, false
	r.Header().Del("Content-Type")
	problem(r, http.StatusInternalServerError, "The request met a fault of this server; its log says more.")
}

// maxEcho bounds what an answer repeats of a request, in bytes.
const maxEcho = 300

// clip shortens what is repeated of a request.
func clip(text string) string { return clipTo(text, maxEcho) }

func clipTo(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + fmt.Sprintf("... (%d bytes)", len(text))
}
