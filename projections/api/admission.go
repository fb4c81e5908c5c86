package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/sync/semaphore"
)

// Uploads are received into files, many at once, since a client may be slow; into memory they come only to be checked and
// stored, as many as fit into the size of the largest one. Who has to wait too long is told to come again.
const (
	receiving     = 16               // files received at once
	admissionWait = 20 * time.Second // for a place among those, and then for memory
	storing       = time.Minute      // for one statement that stores a file
)

type admission struct {
	receipts *semaphore.Weighted // one for each file being received
	memory   *semaphore.Weighted // in bytes
	whole    int64               // all of memory
	copies   *semaphore.Weighted // licensed copies, which are received into memory
	wait     time.Duration
}

func newAdmission(largest int64, wait time.Duration) admission {
	return admission{
		receipts: semaphore.NewWeighted(receiving), memory: semaphore.NewWeighted(largest), whole: largest,
		copies: semaphore.NewWeighted(1), wait: wait,
	}
}

// errBusy says that others are served first.
var errBusy = invalidUpload{http.StatusServiceUnavailable, "too many files are being handed in at once; try again in a moment"}

func (a admission) acquire(ctx context.Context, s *semaphore.Weighted, n int64) error {
	waiting, cancel := context.WithTimeout(ctx, a.wait)
	defer cancel()
	if err := s.Acquire(waiting, n); err != nil {
		return errBusy
	}
	return nil
}

// received is a file that was handed in, on disk. It has no name there: it goes with this process, however that ends.
type received struct {
	file *os.File
	size int64
	head []byte // its first bytes
}

// receive reads a file of a form.
func (s *server) receive(part io.Reader) (*received, error) {
	file, err := os.CreateTemp(s.Scratch, ".upload-")
	if err != nil {
		return nil, s.unstored(err)
	}
	f := &received{file: file}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(s.unstored(err), f.close())
	}
	out := &diskWriter{file: file}
	f.size, err = io.Copy(out, io.LimitReader(part, s.Upload+1))
	switch {
	case out.failed != nil:
		err = s.unstored(out.failed)
	case err != nil:
		err = s.broken(err)
	case f.size > s.Upload:
		err = s.tooLarge()
	}
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	f.head = make([]byte, min(f.size, 1024))
	if _, err := file.ReadAt(f.head, 0); err != nil {
		return nil, errors.Join(s.unstored(err), f.close())
	}
	return f, nil
}

// diskWriter tells an error of the disk from one of the client.
type diskWriter struct {
	file   *os.File
	failed error
}

func (w *diskWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	w.failed = err
	return n, err
}

func (f *received) close() error {
	if f == nil {
		return nil
	}
	return f.file.Close()
}

// load brings the file into memory, once there is room for it among the others. release gives the room back.
func (s *server) load(ctx context.Context, f *received) (data []byte, release func(), err error) {
	n := min(f.size, s.admission.whole)
	if err := s.admission.acquire(ctx, s.admission.memory, n); err != nil {
		return nil, nil, err
	}
	release = func() { s.admission.memory.Release(n) }
	data = make([]byte, f.size)
	if _, err := f.file.ReadAt(data, 0); err != nil {
		release()
		return nil, nil, s.unstored(err)
	}
	return data, release, nil
}

// roomFor refuses a file that the disk has no room for. It is written more than once: as it is received, into the
// database's log, and into its tables.
func (s *server) roomFor(bytes int64) error {
	if s.Room == nil {
		return nil
	}
	if bytes < 0 {
		bytes = s.Upload // the client does not say
	}
	if err := s.Room(3 * bytes); err != nil {
		s.Logger.Error("an upload was refused", "error", err)
		return invalidUpload{http.StatusInsufficientStorage, "The file cannot be stored now: " + err.Error() + "."}
	}
	return nil
}

// unstored is a file that could not be kept on the way.
func (s *server) unstored(err error) error {
	s.Logger.Error("an upload could not be received", "dir", s.Scratch, "error", err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return invalidUpload{http.StatusInsufficientStorage, fmt.Sprintf("The file cannot be stored now: the disk that holds %s is full.", s.Scratch)}
	}
	return invalidUpload{http.StatusServiceUnavailable, "The file could not be received now; the server's log says why. Try again."}
}

// oneCopy lets in one licensed copy at a time.
func (s *server) oneCopy(api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := s.admission.acquire(ctx.Context(), s.admission.copies, 1); err != nil {
			huma.WriteErr(api, ctx, errBusy.status, errBusy.detail) //nolint:errcheck // a client that has gone
			return
		}
		defer s.admission.copies.Release(1)
		next(ctx)
	}
}

// isPDF reports whether a file may be a PDF, by its first bytes.
func (f *received) isPDF() bool { return bytes.Contains(f.head, []byte("%PDF")) }
