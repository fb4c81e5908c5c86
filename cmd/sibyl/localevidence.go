package main

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// localDocument is a document of a folder with what its manifest says of it.
type localDocument struct {
	evidence.Said
	data []byte
}

// readEvidence reads a folder as its manifest lists it, before anything is started; none for an empty name.
func readEvidence(dir string) ([]localDocument, error) {
	if dir == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(dir) // a link that leads out of the folder is not followed
	if err != nil {
		return nil, exit.Usage("the evidence folder %s cannot be opened: %v", dir, errors.Unwrap(err))
	}
	defer root.Close()
	info, err := root.Stat(evidence.ManifestName)
	if err != nil || !info.Mode().IsRegular() {
		return nil, exit.Usage("%s has no %s that says what its documents are; see `sibyl evidence --help`", dir, evidence.ManifestName)
	}
	f, err := root.Open(evidence.ManifestName)
	if err != nil {
		return nil, exit.Usage("%s cannot be opened: %v", filepath.Join(dir, evidence.ManifestName), errors.Unwrap(err))
	}
	defer f.Close()
	list, err := evidence.ReadManifest(f)
	if err != nil {
		return nil, exit.Usage("%s: %v", dir, err)
	}
	infos, size := make([]os.FileInfo, len(list)), int64(0)
	for i, said := range list {
		if infos[i], err = root.Stat(said.File); err != nil || !infos[i].Mode().IsRegular() {
			return nil, exit.Usage("%s lists %s, which is no file there", filepath.Join(dir, evidence.ManifestName), said.File)
		}
		if size += infos[i].Size(); size > maxFolder {
			return nil, exit.Usage("the documents of %s are more than %d MB together; add them in parts with `sibyl evidence add`", dir, maxFolder>>20)
		}
	}
	var out []localDocument
	for i, said := range list {
		name := filepath.Join(dir, said.File)
		data, err := readRegular(name, infos[i], func() (*os.File, error) { return root.Open(said.File) })
		if err != nil {
			return nil, err
		}
		d, err := checkLocal(name, said, data)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// maxFolder bounds a folder: its documents are held until all of them are known to be in order.
const maxFolder = 300 << 20

// readLocal reads one document and checks what is said of it.
func readLocal(name string, said evidence.Said) (localDocument, error) {
	data, err := readFile(name)
	if err != nil {
		return localDocument{}, err
	}
	return checkLocal(name, said, data)
}

func checkLocal(name string, said evidence.Said, data []byte) (localDocument, error) {
	if _, err := said.Item(data, ""); err != nil {
		return localDocument{}, exit.Usage("%s: %v", name, err)
	}
	if err := evidence.Check(name, data); err != nil {
		return localDocument{}, exit.Usage("%s: %v", name, err)
	}
	return localDocument{said, data}, nil
}

// addEvidence hands one document in.
func addEvidence(ctx context.Context, c client.Client, report string, d localDocument) (a api.AddedEvidence, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	tier := ""
	if d.Tier > 0 {
		tier = strconv.Itoa(d.Tier)
	}
	for _, f := range [][2]string{
		{"kind", string(d.Kind)}, {"publisher", d.Publisher}, {"title", d.Title}, {"date", d.Date}, {"tier", tier},
		{"company", d.Company}, {"period", d.Period}, {"url", d.URL},
	} {
		if f[1] == "" {
			continue
		}
		if err := w.WriteField(f[0], f[1]); err != nil {
			return a, err
		}
	}
	part, err := w.CreateFormFile("file", filepath.Base(d.File))
	if err == nil {
		_, err = part.Write(d.data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return a, err
	}
	path := "/evidence"
	if report != "" {
		path = "/reports/" + url.PathEscape(report) + "/evidence"
	}
	err = c.Do(ctx, http.MethodPost, path, w.FormDataContentType(), &form, &a)
	var p client.Problem
	if errors.As(err, &p) && p.Status >= 400 && p.Status < 500 {
		err = exit.Usage("%s: %s", d.File, p.Error())
	}
	return a, err
}
