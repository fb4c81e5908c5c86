package api

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/rag/corpus"
)

// copied maps the names of standards in the address to source types.
var copied = map[string]string{"s1": corpus.S1, "s2": corpus.S2, "sasb": corpus.SASB}

func (s *server) ragIngestCopy(ctx context.Context, in *struct {
	Standard string `path:"standard" enum:"s1,s2,sasb"`
	RawBody  []byte `contentType:"application/octet-stream"`
}) (*struct{ Body CopyIngested }, error) {
	if !s.owner() {
		return nil, huma.Error403Forbidden("This server can be reached by others, and a licensed copy is for its owner alone: " +
			"ingest it into an instance that is bound to this machine.")
	}
	read, err := s.readCopy(ctx, copied[in.Standard], in.RawBody)
	if err != nil {
		return nil, err
	}
	n, err := s.Knowledge.IngestCopy(ctx, read)
	if err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	return &struct{ Body CopyIngested }{CopyIngested{
		SourceType: read.SourceType, Chunks: n, Recognised: len(read.Paragraphs),
		Unknown: append([]string{}, read.Unknown...), Missing: append([]string{}, read.Missing...),
	}}, nil
}

// readCopy tells PDF from text by its content.
func (s *server) readCopy(ctx context.Context, standard string, file []byte) (corpus.Copy, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(file, "\xef\xbb\xbf \r\n\t"), []byte("%PDF-")) {
		read, err := corpus.ReadMarkdown(standard, strings.TrimPrefix(string(file), "\ufeff"))
		if err != nil {
			return read, s.ragFailure(ctx, err)
		}
		return read, nil
	}
	if s.ReadPDF == nil {
		return corpus.Copy{}, huma.NewError(http.StatusServiceUnavailable, "This server reads no PDFs.")
	}
	d, err := s.ReadPDF(ctx, file)
	if err != nil {
		if ctx.Err() != nil {
			return corpus.Copy{}, s.failure(ctx, err)
		}
		return corpus.Copy{}, huma.Error422UnprocessableEntity("The PDF cannot be read: " + err.Error() + ".")
	}
	read, err := corpus.ReadDocument(standard, d)
	if err != nil {
		return read, s.ragFailure(ctx, err)
	}
	return read, nil
}
