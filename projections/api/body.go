package api

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// DefaultBodyPatience is how long a client may take to send a body, on every route: long enough for the largest file on
// a slow line, and an end to what is sent a byte a second.
const DefaultBodyPatience = 2 * time.Minute

// timedBody lifts the deadline once the body has been read: what follows - the answer, and the wait for it - takes its
// own time, and the connection's watch for a client that hangs up must not take the deadline for one.
type timedBody struct {
	io.ReadCloser
	lift func()
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) && b.lift != nil {
		b.lift()
		b.lift = nil
	}
	return n, err
}

// timed gives a request's body its deadline.
func (s *server) timed(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		return
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(s.BodyPatience)); err != nil {
		return // a test's recorder: it has no line to be slow on
	}
	r.Body = &timedBody{r.Body, func() { control.SetReadDeadline(time.Time{}) }} // it was accepted a moment ago
}

// tooSlow reports whether reading a body failed because its time was over.
func tooSlow(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }
