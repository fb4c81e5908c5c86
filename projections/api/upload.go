package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/reports"
)

// maxField bounds what a user may say of a report in one field.
const maxField = 500

// Uploaded is the answer to an upload.
type Uploaded struct {
	reports.Report
	ReportID  string `json:"report_id" doc:"the same as id"`
	Known     bool   `json:"known" doc:"the same file was handed in before"`
	StatusURL string `json:"status_url" doc:"where the status is shown, and the preview once the file is read"`
}

// invalidUpload is an upload that cannot become a report, with its status.
type invalidUpload struct {
	status int
	detail string
}

func (e invalidUpload) Error() string { return e.detail }

func (s *server) registerUpload(api huma.API, mux *http.ServeMux) {
	text := func(doc string) *huma.Schema {
		length := maxField
		return &huma.Schema{Type: "string", MaxLength: &length, Description: doc}
	}
	answer := &huma.Response{
		Description: "accepted; Location is where its status is shown",
		Headers:     map[string]*huma.Param{"Location": {Schema: &huma.Schema{Type: "string"}}},
		Content: map[string]*huma.MediaType{
			"application/json": {Schema: huma.SchemaFromType(api.OpenAPI().Components.Schemas, typeOf[Uploaded]())},
		},
	}
	known := &huma.Response{Description: "the same file was handed in before: that report, as it stands", Headers: answer.Headers, Content: answer.Content}
	refused := func(doc string) *huma.Response {
		return &huma.Response{Description: doc, Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problemSchema(api)}}}
	}
	documented(api, mux, huma.Operation{
		OperationID: "upload-report", Method: http.MethodPost, Path: "/api/v1/reports", Tags: []string{"Reports"},
		Summary:    "Hand in a PDF",
		Parameters: []*huma.Param{queryParam("wait", waitDoc, &huma.Schema{Type: "string"})},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {
			Schema: &huma.Schema{Type: "object", Required: []string{"file"}, Properties: map[string]*huma.Schema{
				"file":       {Type: "string", Format: "binary", Description: "the PDF, checked by its content"},
				"company":    text("name of the company; found out if absent"),
				"sector":     text("SASB sector code"),
				"period":     text("reporting period"),
				"auto_start": {Type: "boolean", Description: "analyse it as soon as it is read, unless it was analysed before; by default as the server is configured"},
			}},
		}}},
		Responses: map[string]*huma.Response{
			"200": known, "202": answer, "400": refused("no file, or an empty one"), "408": refused("sent too slowly"), "413": refused("too large"),
			"415": refused("not a PDF"), "507": refused("the disk is full"),
		},
	}, s.upload)
}

func (s *server) upload(w http.ResponseWriter, r *http.Request) {
	seconds, err := waitSeconds(r)
	if err != nil {
		problem(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	if err := s.admit(r); err != nil {
		s.refuse(w, r, err)
		return
	}
	defer s.admission.receipts.Release(1)
	file, u, err := s.readUpload(w, r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer s.drop(file)
	ctx := r.Context()
	if u.SHA256, err = s.keep(ctx, "pdf", file, nil); err != nil {
		s.refuse(w, r, fmt.Errorf("storing an uploaded file: %w", err))
		return
	}
	submitted, err := s.Outbox.SubmitReport(ctx, u)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if !submitted.Known {
		// Whoever sweeps after a removed report may have taken the file away before it was known to be back.
		if _, err := s.keep(ctx, "pdf", file, nil); err != nil {
			s.refuse(w, r, fmt.Errorf("storing an uploaded file: %w", err))
			return
		}
	}
	report, err := s.awaitReport(ctx, submitted.ReportID, seconds)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Location", statusURL(submitted.ReportID))
	w.Header().Set("Content-Type", "application/json")
	if submitted.Known {
		w.WriteHeader(http.StatusOK)
	} else {
		w.WriteHeader(http.StatusAccepted)
	}
	json.NewEncoder(w).Encode(Uploaded{report, submitted.ReportID, submitted.Known, statusURL(submitted.ReportID)})
}

func statusURL(report string) string { return "/api/v1/reports/" + report }

// admit lets a request with a file in, or says why not. Who was let in releases a receipt.
func (s *server) admit(r *http.Request) error {
	if r.ContentLength > s.Upload+formRoom {
		return s.tooLarge()
	}
	if err := s.roomFor(r.ContentLength); err != nil {
		return err
	}
	return s.admission.acquire(r.Context(), s.admission.receipts, 1)
}

// keep checks a file in memory and stores it.
func (s *server) keep(ctx context.Context, kind string, f *received, check func(data []byte) error) (hash string, err error) {
	data, release, err := s.load(ctx, f)
	if err != nil {
		return "", err
	}
	defer release()
	if check != nil {
		if err := check(data); err != nil {
			return "", err
		}
	}
	return s.Artefacts.Put(projections.WithPatience(ctx, storing), kind, data)
}

// drop gives up a received file. It is unlinked already, so a failure costs nothing but a descriptor.
func (s *server) drop(f *received) {
	if err := f.close(); err != nil {
		s.Logger.Warn("closing a received file", "error", err)
	}
}

// formRoom is for the other fields of a form and its own lines.
const formRoom = 64 << 10

// readUpload reads the form as a stream: at most one file, at most the allowed size.
func (s *server) readUpload(w http.ResponseWriter, r *http.Request) (file *received, u intent.Upload, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, file.close())
			file = nil
		}
	}()
	r.Body = http.MaxBytesReader(w, r.Body, s.Upload+formRoom)
	form, err := r.MultipartReader()
	if err != nil {
		return file, u, invalidUpload{http.StatusBadRequest, "send the PDF as multipart/form-data in the field \"file\""}
	}
	auto := ""
	fields := map[string]*string{"company": &u.Company, "sector": &u.Sector, "period": &u.Period, "auto_start": &auto}
	found := false
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return file, u, s.broken(err)
		}
		name := part.FormName()
		if into, ok := fields[name]; ok {
			if *into, err = readField(part); err != nil {
				return file, u, s.broken(err)
			}
			continue
		}
		if name != "file" || found {
			continue
		}
		found = true
		u.Filename = part.FileName()
		if file, err = s.readFile(part); err != nil {
			return file, u, err
		}
	}
	if !found {
		return file, u, invalidUpload{http.StatusBadRequest, "the form has no field \"file\""}
	}
	u.Bytes, u.AutoStart = file.size, s.AutoStart
	if auto != "" {
		if u.AutoStart, err = strconv.ParseBool(auto); err != nil {
			return file, u, invalidUpload{http.StatusUnprocessableEntity, "the field \"auto_start\" must be true or false"}
		}
	}
	return file, u, nil
}

func readField(part *multipart.Part) (string, error) {
	b, err := io.ReadAll(io.LimitReader(part, maxField+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxField {
		return "", invalidUpload{http.StatusUnprocessableEntity, fmt.Sprintf("the field %q is longer than %d bytes", part.FormName(), maxField)}
	}
	return string(bytes.ToValidUTF8(bytes.ReplaceAll(b, []byte{0}, nil), nil)), nil
}

// readFile receives one file and checks by its content that it may be a PDF.
func (s *server) readFile(part io.Reader) (*received, error) {
	file, err := s.receive(part)
	switch {
	case err != nil:
		return nil, err
	case file.size == 0:
		err = invalidUpload{http.StatusBadRequest, "the file is empty"}
	case !file.isPDF():
		err = invalidUpload{http.StatusUnsupportedMediaType, "the file is not a PDF: its first 1024 bytes hold no %PDF mark"}
	}
	return file, err
}

func (s *server) tooLarge() error {
	return invalidUpload{http.StatusRequestEntityTooLarge, fmt.Sprintf("the file is larger than the %d MB that this server accepts", s.Upload>>20)}
}

// broken is an upload that ended before its end.
func (s *server) broken(err error) error {
	var invalid invalidUpload
	if errors.As(err, &invalid) {
		return err
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return s.tooLarge()
	}
	if tooSlow(err) {
		return invalidUpload{http.StatusRequestTimeout, fmt.Sprintf("the upload was not complete after %s", s.BodyPatience)}
	}
	return invalidUpload{http.StatusBadRequest, "the upload is incomplete or not a valid form"}
}

// waitDoc describes ?wait=.
const waitDoc = "how long to wait for the file to be read: seconds, or 30s; at most a minute"

// waitSeconds reads ?wait=.
func waitSeconds(r *http.Request) (int, error) { return secondsOf(r.URL.Query().Get("wait")) }

// secondsOf reads a number of seconds, or a duration in Go's own way.
func secondsOf(wait string) (int, error) {
	if wait == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(wait)
	if d, other := time.ParseDuration(wait); err != nil && other == nil {
		n, err = int((d+time.Second-1)/time.Second), nil
	}
	if err != nil || n < 0 || n > 60 {
		return 0, fmt.Errorf("wait must be a number of seconds from 0 to 60, or a duration as 30s, not %q", wait)
	}
	return n, nil
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }
