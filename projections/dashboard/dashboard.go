// Package dashboard serves the web page: one document with its script and styles, embedded in the
// binary, which loads nothing from elsewhere and keeps no state on the server.
package dashboard

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed page
var files embed.FS

// Handler serves the page at / and its parts beside it.
func Handler() http.Handler {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	return http.FileServerFS(page)
}
