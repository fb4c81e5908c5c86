package parse

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
)

// Problem is why a file cannot be read.
type Problem string

// The closed set of problems.
const (
	NotPDF            Problem = "not_pdf"
	Empty             Problem = "empty"
	TooLarge          Problem = "too_large"
	PasswordProtected Problem = "password_protected"
	Truncated         Problem = "truncated"
	Corrupt           Problem = "corrupt"
	NoPages           Problem = "no_pages"
	TooManyPages      Problem = "too_many_pages"
	TooMuchContent    Problem = "too_much_content" // unpacks to more than the limits of memory or output
	Stalled           Problem = "stalled"
	Crashed           Problem = "crashed"
	Missing           Problem = "missing" // its bytes are not in the store
)

// FileError says in one line, for people, why a file cannot be read and what to do.
type FileError struct {
	Problem Problem
	Detail  string // may be empty
}

// Error implements error.
func (e *FileError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = " (" + e.Detail + ")"
	}
	switch e.Problem {
	case NotPDF:
		return "this is not a PDF" + detail + "; hand in the report as a PDF file"
	case Empty:
		return "the file is empty; export or download it again"
	case TooLarge:
		return "the file is too large" + detail + "; shrink its pictures, split it, or raise the limit"
	case PasswordProtected:
		return "the PDF is password-protected; save a copy without a password and hand that in"
	case Truncated:
		return "the PDF is cut off" + detail + "; download it again"
	case Corrupt:
		return "the PDF is damaged" + detail + "; open it in a viewer, print it to a new PDF and hand that in"
	case NoPages:
		return "the PDF has no pages; export it again"
	case TooManyPages:
		return "the PDF has too many pages" + detail + "; hand in the sustainability part alone"
	case TooMuchContent:
		return "the PDF unpacks to more than is allowed" + detail + "; print it to a new PDF, or split it"
	case Stalled:
		return "reading the PDF took too long and was stopped" + detail + "; print it to a new PDF and hand that in"
	case Crashed:
		return "the PDF crashed the parser" + detail + "; print it to a new PDF and hand that in"
	case Missing:
		return "the file is no longer stored; hand it in again"
	}
	return fmt.Sprintf("the PDF cannot be read: %s%s", e.Problem, detail)
}

// Problem of an error, if a file is to blame for it.
func ProblemOf(err error) (Problem, bool) {
	var e *FileError
	if !errors.As(err, &e) {
		return "", false
	}
	return e.Problem, true
}

// DefaultMaxBytes is the size of the largest file that is read unless configured otherwise.
const DefaultMaxBytes = events.MaxFileBytes

// CheckFile refuses, without parsing, what cannot be a readable PDF: by its content, not by its name.
// maxBytes of 0 is DefaultMaxBytes. Any error is a *FileError.
func CheckFile(data []byte, maxBytes int64) error {
	if maxBytes <= 0 {
		maxBytes = DefaultMaxBytes
	}
	if len(data) == 0 {
		return &FileError{Problem: Empty}
	}
	if int64(len(data)) > maxBytes {
		return &FileError{TooLarge, fmt.Sprintf("%s, at most %s are read", megabytes(int64(len(data))), megabytes(maxBytes))}
	}
	if headerAt(data) < 0 { // offsets count from the header or from what precedes it: the file's length bounds both
		return &FileError{NotPDF, looksLike(data)}
	}
	return checkEnd(data)
}

// headerAt is where the PDF begins, -1 if nowhere. A download or a printing system may have left something before it, which
// readers accept within the first kilobyte.
func headerAt(data []byte) int { return bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-")) }

// checkEnd sees files that were cut off: a reader would repair them and silently lose their last pages.
func checkEnd(pdf []byte) error {
	tail := pdf[max(0, len(pdf)-4096):]
	mark := bytes.LastIndex(tail, []byte("%%EOF"))
	if mark < 0 {
		return &FileError{Truncated, "its end mark is missing"}
	}
	// A file saved several times has an end mark for each; objects after the last one belong to a revision
	// whose end is gone.
	if bytes.Contains(tail[mark:], []byte(" obj")) {
		return &FileError{Truncated, "its last revision has no end mark"}
	}
	at := bytes.LastIndex(tail, []byte("startxref"))
	if at < 0 {
		return &FileError{Truncated, "its end lacks the table of contents"}
	}
	fields := bytes.Fields(tail[at+len("startxref"):])
	if len(fields) == 0 {
		return &FileError{Truncated, "its end lacks the table of contents"}
	}
	if offset, err := strconv.ParseInt(string(fields[0]), 10, 64); err != nil || offset < 0 || offset >= int64(len(pdf)) {
		return &FileError{Truncated, "its table of contents lies beyond its end"}
	}
	return nil
}

// looksLike names the kinds of file that people hand in by mistake.
func looksLike(data []byte) string {
	for _, k := range []struct{ prefix, name string }{
		{"PK\x03\x04", "it looks like an Office or zip file"}, {"\xd0\xcf\x11\xe0", "it looks like an old Office file"},
		{"\x89PNG", "it looks like a picture"}, {"\xff\xd8\xff", "it looks like a picture"}, {"%!PS", "it looks like PostScript"},
	} {
		if bytes.HasPrefix(data, []byte(k.prefix)) {
			return k.name
		}
	}
	if head := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 512)])); bytes.HasPrefix(head, []byte("<!doctype html")) ||
		bytes.HasPrefix(head, []byte("<html")) {
		return "it looks like a web page"
	}
	return ""
}

func megabytes(n int64) string {
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}
