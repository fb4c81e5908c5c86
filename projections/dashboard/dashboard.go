// Package dashboard serves the web page: a program for the browser that loads nothing from elsewhere and keeps no state
// on the server.
//
// Its sources are in web and are built into page by `npm run build`; page is committed and embedded, so that building
// Sibyl needs no Node. page/build.json says which sources it was built from.
package dashboard

import (
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed all:page
var files embed.FS

// views are the first parts of addresses that the program in the page understands.
var views = []string{"", "analysis", "runs", "knowledge", "operations"}

// Handler serves the page and its parts. Every address of a view is answered with the same document, so that a view can
// be reloaded and sent to others.
func Handler() http.Handler {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serve(page, w, r) })
}

func serve(page fs.FS, w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if first, _, _ := strings.Cut(name, "/"); slices.Contains(views, first) {
		name = "index.html"
	}
	body, err := fs.ReadFile(page, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Type", contentType(name))
	header.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		header.Set("Cache-Control", "public, max-age=31536000, immutable") // their names hold a hash of what is in them
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) //nolint:errcheck // the client has gone
}

func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs": // the machine's own table may say otherwise, and a browser refuses to run what is not a script
		return "text/javascript; charset=utf-8"
	case ".txt", "":
		return "text/plain; charset=utf-8"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}
