package outside

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

// TestPartsOfFiles: a part is asked for as the protocol says, and what comes is the part that was asked for.
func TestPartsOfFiles(t *testing.T) {
	file := []byte("0123456789abcdefghij")
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/file":
			http.ServeContent(w, r, "file.bin", time.Time{}, bytes.NewReader(file))
		case "/whole":
			_, _ = w.Write(file)
		case "/other":
			w.Header().Set("Content-Range", "bytes 5-9/20")
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(file[5:10])
		case "/more":
			w.Header().Set("Content-Range", "bytes 0-9/20")
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(file[:10])
		case "/unsaid":
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(file[:4])
		}
	})
	b := client(t, s, Service{Hosts: []string{s.Listener.Addr().String()}, MaxBytes: 64}, nil)
	for _, tc := range []struct {
		path     string
		first, n int64
		want     string
		refused  Reason
	}{
		{"/file", 0, 4, "0123", ""}, {"/file", 10, 5, "abcde", ""}, {"/file", 18, 10, "ij", ""}, {"/file", 0, 0, string(file), ""},
		{"/file", 100, 5, "", BadStatus}, {"/whole", 10, 5, "abcde", ""}, {"/whole", 100, 5, "", ""},
		{"/other", 0, 5, "", WrongLength}, {"/more", 0, 5, "", WrongLength}, {"/unsaid", 0, 4, "", WrongLength},
	} {
		t.Run(fmt.Sprintf("%s %d+%d", tc.path, tc.first, tc.n), func(t *testing.T) {
			a, err := b.Ask(t.Context(), Request{Service: "news", URL: s.URL + tc.path, First: tc.first, Bytes: tc.n})
			switch {
			case tc.refused == "":
				if err != nil || string(a.Body) != tc.want {
					t.Errorf("%q, %v", a.Body, err)
				}
			case err == nil || !strings.Contains(err.Error(), string(tc.refused)):
				t.Errorf("%q, %v", a.Body, err)
			}
		})
	}
	one := Request{Service: "s", URL: "u", First: 1, Bytes: 2}
	for _, other := range []Request{{Service: "s", URL: "u"}, {Service: "s", URL: "u", First: 2, Bytes: 2}, {Service: "s", URL: "u", First: 1, Bytes: 3}} {
		if one.Digest() == other.Digest() {
			t.Errorf("%+v and %+v are one question", one, other)
		}
	}
}

// TestKeysStandInNoRecord: a key that a service wants in its address reaches the service and nothing else.
func TestKeysStandInNoRecord(t *testing.T) {
	var seen []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.RawQuery)
		if r.URL.Path == "/first" {
			http.Redirect(w, r, "/second?x=1", http.StatusFound)
			return
		}
		http.Error(w, "no", http.StatusForbidden)
	})
	b := client(t, s, Service{Hosts: []string{"api.example.org"}, Query: map[string]string{"api_key": "hush"}}, names{"api.example.org": {public}})
	store := artefact.NewMemory()
	r := NewRecorder("run_1", store, b.Client)
	_, err := r.Settle(t.Context(), Request{Service: "news", URL: "http://api.example.org/first?q=a"})
	if want := "api_key=hush&q=a api_key=hush&x=1"; strings.Join(seen, " ") != want {
		t.Errorf("the service was asked %q", seen)
	}
	said := fmt.Sprint(err, b.entries)
	for _, a := range r.Recorded() {
		data, err := store.Get(t.Context(), a.Artefact)
		if err != nil {
			t.Fatal(err)
		}
		said += string(data)
	}
	if len(r.Recorded()) != 1 || strings.Contains(said, "hush") {
		t.Errorf("%d recorded; the key is in %s", len(r.Recorded()), said)
	}
}
