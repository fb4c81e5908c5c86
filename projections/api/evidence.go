package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// AddedEvidence is the answer to an upload into the evidence library.
type AddedEvidence struct {
	intent.Evidence
	Known bool `json:"known" doc:"the same file stood there before for the same report; what is said of it has been replaced"`
}

type evidenceList struct {
	Evidence []intent.Evidence `json:"evidence"`
}

// registerEvidence serves the library of the documents that users bring. What is added counts for the runs that are
// asked for afterwards; a run keeps what it has used.
func (s *server) registerEvidence(api huma.API, mux *http.ServeMux) {
	for _, at := range []struct{ id, path, summary string }{
		{"add-evidence", "/api/v1/evidence", "Add a document to the evidence library, for every report"},
		{"add-report-evidence", "/api/v1/reports/{id}/evidence", "Add a document to the evidence library, for one report"},
	} {
		op := evidenceUpload(api, at.id, at.path, at.summary)
		documented(api, mux, op, s.addEvidence)
	}
	list := func(ctx context.Context, report string) (*struct{ Body evidenceList }, error) {
		all, err := s.Outbox.ListEvidence(ctx, report)
		return answer(ctx, s, evidenceList{append([]intent.Evidence{}, all...)}, err)
	}
	tags := []string{"Evidence"}
	huma.Register(api, huma.Operation{
		OperationID: "list-evidence", Method: http.MethodGet, Path: "/api/v1/evidence", Tags: tags, Summary: "The evidence library, by id",
	}, func(ctx context.Context, in *struct {
		Report string `query:"report" doc:"only what an analysis of this report would use"`
	}) (*struct{ Body evidenceList }, error) {
		return list(ctx, in.Report)
	})
	huma.Register(api, huma.Operation{
		OperationID: "list-report-evidence", Method: http.MethodGet, Path: "/api/v1/reports/{id}/evidence", Tags: tags,
		Summary: "What the evidence library holds for a report",
	}, func(ctx context.Context, in *struct {
		ID string `path:"id" doc:"report id"`
	}) (*struct{ Body evidenceList }, error) {
		return list(ctx, in.ID)
	})
	huma.Register(api, huma.Operation{
		OperationID: "get-evidence", Method: http.MethodGet, Path: "/api/v1/evidence/{id}", Tags: tags, Summary: "One document of the evidence library",
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *evidenceInput) (*struct{ Body intent.Evidence }, error) {
		e, err := s.Outbox.GetEvidence(ctx, in.ID)
		return answer(ctx, s, e, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "remove-evidence", Method: http.MethodDelete, Path: "/api/v1/evidence/{id}", Tags: tags,
		Summary: "Remove a document from the evidence library", Description: "Runs that have used it keep what they have.",
		Errors: []int{http.StatusNotFound}, DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *evidenceInput) (*struct{}, error) {
		if err := s.Outbox.RemoveEvidence(ctx, in.ID); err != nil {
			return nil, s.failure(ctx, err)
		}
		return nil, nil
	})
}

type evidenceInput struct {
	ID string `path:"id" doc:"document id"`
}

func evidenceUpload(api huma.API, id, path, summary string) huma.Operation {
	length := maxField
	text := func(doc string) *huma.Schema {
		return &huma.Schema{Type: "string", MaxLength: &length, Description: doc}
	}
	kinds := make([]any, 0, len(events.EvidenceKinds()))
	for _, k := range events.EvidenceKinds() {
		kinds = append(kinds, string(k))
	}
	least, most := 1.0, 4.0
	added := &huma.Response{Description: "the document as it stands in the library", Content: map[string]*huma.MediaType{
		"application/json": {Schema: huma.SchemaFromType(api.OpenAPI().Components.Schemas, typeOf[AddedEvidence]())},
	}}
	refused := func(doc string) *huma.Response {
		return &huma.Response{Description: doc, Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problemSchema(api)}}}
	}
	op := huma.Operation{
		OperationID: id, Method: http.MethodPost, Path: path, Tags: []string{"Evidence"}, Summary: summary,
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {
			Schema: &huma.Schema{Type: "object", Required: []string{"file", "kind", "publisher"}, Properties: map[string]*huma.Schema{
				"file":      {Type: "string", Format: "binary", Description: "PDF, text, Markdown, CSV or XLSX, checked by its content"},
				"kind":      {Type: "string", Enum: kinds},
				"publisher": text("who published it"),
				"title":     text("by default the file's name"),
				"date":      text("of publication: 2024-11-02, 2024-11 or 2024"),
				"tier": {Type: "integer", Minimum: &least, Maximum: &most,
					Description: "1 authorities, courts, investigations; 2 established press; 3 company releases, analysts; 4 unknown, which is what is assumed"},
				"company": text("whom it speaks of; by default whoever it names"),
				"period":  text("the year that it speaks of, where its sentences name none"),
				"url":     text("where it was published"),
			}},
		}}},
		Responses: map[string]*huma.Response{
			"200": added, "201": added, "400": refused("no file, or an empty one"), "408": refused("sent too slowly"), "413": refused("too large"),
			"507": refused("the disk is full"),
			"415": refused("of no format that is read"), "422": refused("what is said of it is wrong, or the library is full"),
		},
	}
	if path != "/api/v1/evidence" {
		op.Parameters = []*huma.Param{pathParam("id", "report id")}
	}
	return op
}

func (s *server) addEvidence(w http.ResponseWriter, r *http.Request) {
	if err := s.admit(r); err != nil {
		s.refuse(w, r, err)
		return
	}
	defer s.admission.receipts.Release(1)
	file, said, err := s.readEvidence(w, r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer s.drop(file)
	ctx := r.Context()
	var item events.LibraryItem
	hash, err := s.keep(ctx, "evidence", file, func(data []byte) (err error) {
		if err := evidence.Check(said.File, data); err != nil {
			return invalidUpload{http.StatusUnsupportedMediaType, "the file cannot be read: " + err.Error()}
		}
		if item, err = said.Item(data, r.PathValue("id")); err != nil {
			return invalidUpload{http.StatusUnprocessableEntity, "What is said of the document cannot be used: " + err.Error() + "."}
		}
		return nil
	})
	if err != nil {
		s.refuse(w, r, fmt.Errorf("storing a document of the evidence library: %w", err))
		return
	}
	item.SHA256 = hash
	added, known, err := s.Outbox.AddEvidence(ctx, item)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	// Whoever sweeps may have taken the bytes away before they were known to be back on the shelf.
	if _, err = s.keep(ctx, "evidence", file, nil); err != nil {
		s.refuse(w, r, fmt.Errorf("storing a document of the evidence library: %w", err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Location", "/api/v1/evidence/"+added.ID)
	if !known {
		w.WriteHeader(http.StatusCreated)
	}
	json.NewEncoder(w).Encode(AddedEvidence{added, known})
}

// readEvidence reads the form as a stream: one file of at most the allowed size, and what is said of it.
func (s *server) readEvidence(w http.ResponseWriter, r *http.Request) (file *received, said evidence.Said, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, file.close())
			file = nil
		}
	}()
	r.Body = http.MaxBytesReader(w, r.Body, s.Upload+formRoom)
	form, err := r.MultipartReader()
	if err != nil {
		return file, said, invalidUpload{http.StatusBadRequest, "send the document as multipart/form-data in the field \"file\""}
	}
	kind, tier := "", ""
	fields := map[string]*string{
		"kind": &kind, "tier": &tier, "publisher": &said.Publisher, "title": &said.Title, "date": &said.Date,
		"company": &said.Company, "period": &said.Period, "url": &said.URL,
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return file, said, s.broken(err)
		}
		if into, ok := fields[part.FormName()]; ok {
			if *into, err = readField(part); err != nil {
				return file, said, s.broken(err)
			}
			continue
		}
		if part.FormName() != "file" || file != nil {
			continue
		}
		said.File = part.FileName()
		if file, err = s.receive(part); err != nil {
			return file, said, err
		}
	}
	if file == nil || file.size == 0 {
		return file, said, invalidUpload{http.StatusBadRequest, "the form has no field \"file\", or the file is empty"}
	}
	said.Kind = events.EvidenceKind(kind)
	if tier != "" {
		if said.Tier, err = strconv.Atoi(tier); err != nil || said.Tier < 1 {
			return file, said, invalidUpload{http.StatusUnprocessableEntity, "the field \"tier\" must be a number from 1 to 4"}
		}
	}
	return file, said, nil
}
