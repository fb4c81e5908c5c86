// Package reasontest is a model endpoint for tests: it says what it is told to say, fails as it is told to fail, and meters every
// answer as a provider would, so that a ledger can be held against it.
package reasontest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Request is what a model was asked.
type Request struct {
	Model     string
	System    string
	User      string // the first message of the user
	Said      string // what the model had answered before, if it is asked to repair that
	Complaint string // and what was wrong with it
	Format    string // json_schema, json_object or empty
	Shaped    bool   // a schema stands beside the format json_object
	Schema    string // that goes with json_schema
	Bounded   bool   // the schema holds bounds that strict modes do not know
	MaxTokens int
	Key       string

	Temperature float64
}

// Has reports whether the prompt is of a role: whether its system message holds these words.
func (r Request) Has(words string) bool { return strings.Contains(r.System, words) }

// Meter counts what was answered.
type Meter struct{ Calls, Input, Output int }

// Failure answers a request in another way than with a completion. It reports whether the server has charged for it.
type Failure func(s *Server, w http.ResponseWriter, r *http.Request) (charged bool)

// Server is the endpoint. It is safe for concurrent use.
type Server struct {
	URL    string
	Answer func(Request) string // by default an empty object

	// Refuse says why a request is refused with status 400; by default none is.
	Refuse func(Request) string
	Status int // with which it refuses; 400

	Always Failure // what every request meets; by default none fails
	Dear   bool    // it meters the most that is possible: a token for each byte of the question, and an answer as long as allowed

	Usage string // JSON of what it says that it has metered, in place of its meter

	Options string // of the model that Step asks, as ?texts=4

	mu       sync.Mutex
	meter    Meter
	lost     Meter // charged without a whole answer
	script   []Failure
	requests []Request
	serving  sync.WaitGroup
	underWay int
	most     int
	server   *httptest.Server
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{}
	s.server = httptest.NewServer(s)
	s.URL = s.server.URL + "/v1"
	t.Cleanup(func() {
		s.server.CloseClientConnections()
		s.server.Close()
	})
	return s
}

// Fails puts failures before what the server answers next, one for each request.
func (s *Server) Fails(f ...Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, f...)
}

// Meter is what was charged for whole answers.
func (s *Server) Meter() Meter { s.mu.Lock(); defer s.mu.Unlock(); return s.meter }

// Lost is what was charged for answers that broke off.
func (s *Server) Lost() Meter { s.mu.Lock(); defer s.mu.Unlock(); return s.lost }

// Settled waits until no request is being served: one whose client has gone is charged a moment later.
func (s *Server) Settled() { s.serving.Wait() }

// Requests are all that came, in their order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Most is how many requests were under way at once.
func (s *Server) Most() int { s.mu.Lock(); defer s.mu.Unlock(); return s.most }

// TokensOf is how many tokens the server finds in a text.
func TokensOf(text string) int { return len(text)/4 + 1 }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model    string `json:"model"`
		Messages []struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		} `json:"messages"`
		MaxTokens   int     `json:"max_tokens"`
		Temperature float64 `json:"temperature"`
		Format      *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"json_schema"`
			Shape  json.RawMessage `json:"schema"`
		} `json:"response_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || !strings.HasSuffix(r.URL.Path, "/v1/chat/completions") {
		http.Error(w, `{"error":{"message":"no such request"}}`, http.StatusBadRequest)
		return
	}
	q := Request{
		Model: body.Model, MaxTokens: body.MaxTokens, Temperature: body.Temperature, Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "),
	}
	if body.Format != nil {
		q.Shaped = body.Format.Type == "json_object" && len(body.Format.Shape) > 0
		q.Schema = string(body.Format.Schema)
		q.Format, q.Bounded = body.Format.Type, strings.Contains(string(body.Format.Schema), `"maxItems"`)
	}
	input := 0
	if s.Dear {
		input = len(q.Schema)
	}
	for _, m := range body.Messages {
		if s.Dear {
			input += len(m.Content)
		} else {
			input += TokensOf(m.Content)
		}
		switch {
		case m.Role == "system":
			q.System = m.Content
		case m.Role == "assistant":
			q.Said = m.Content
		case q.User == "":
			q.User = m.Content
		default:
			q.Complaint = m.Content
		}
	}
	fail := s.arrived(q)
	defer s.left()
	if fail != nil {
		if fail(s, w, r) {
			s.charge(&s.lost, input, 10)
		}
		return
	}
	if s.Refuse != nil {
		if why := s.Refuse(q); why != "" {
			w.WriteHeader(max(s.Status, http.StatusBadRequest))
			fmt.Fprintf(w, `{"error":{"message":%q,"type":"invalid_request_error"}}`, why)
			return
		}
	}
	said := "{}"
	if s.Answer != nil {
		said = s.Answer(q)
	}
	output := TokensOf(said)
	if s.Dear {
		output = q.MaxTokens
	}
	s.charge(&s.meter, input, output)
	if s.Usage != "" {
		completion(w, said, json.RawMessage(s.Usage))
		return
	}
	Completion(w, said, input, output)
}

// Completion writes an answer as the API does.
func Completion(w http.ResponseWriter, said string, input, output int) {
	completion(w, said, map[string]any{"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output})
}

func completion(w http.ResponseWriter, said string, usage any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // who has gone cannot be told
		"id": "c", "object": "chat.completion", "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": said}}},
		"usage":   usage,
	})
}

func (s *Server) arrived(q Request) (fail Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serving.Add(1)
	s.requests = append(s.requests, q)
	s.underWay++
	s.most = max(s.most, s.underWay)
	fail = s.Always
	if len(s.script) > 0 {
		fail, s.script = s.script[0], s.script[1:]
	}
	return fail
}

func (s *Server) left() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.underWay--
	s.serving.Done()
}

func (s *Server) charge(m *Meter, input, output int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.Calls, m.Input, m.Output = m.Calls+1, m.Input+input, m.Output+output
}

// Status refuses with a status, and asks to wait some seconds if they are more than 0.
func Status(code, after int) Failure {
	return func(_ *Server, w http.ResponseWriter, _ *http.Request) bool {
		if after > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(after))
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"message":"status %d as scripted"}}`, code)
		return false
	}
}

// Hang answers nothing until the client goes away. The model has worked for nobody.
func Hang(_ *Server, _ http.ResponseWriter, r *http.Request) bool {
	<-r.Context().Done()
	return true
}

// Cut breaks off in the middle of an answer.
func Cut(_ *Server, w http.ResponseWriter, _ *http.Request) bool {
	w.Header().Set("Content-Length", "1000")
	w.WriteHeader(http.StatusOK)
	fmt.Fprint(w, `{"choices":[{"message":{"content":"{`)
	return true
}

// Page sends a page of HTML with status 200, as a proxy does.
func Page(_ *Server, w http.ResponseWriter, _ *http.Request) bool {
	fmt.Fprint(w, "<html>Bad gateway</html>")
	return true
}

// Outages are the ways in which an endpoint gives nothing that could be read.
func Outages() map[string]Failure {
	return map[string]Failure{
		"a rate limit that stays": Status(http.StatusTooManyRequests, 0), "an error of the server": Status(http.StatusInternalServerError, 0),
		"a call that hangs": Hang, "an answer that breaks off": Cut, "a page of a proxy": Page, "a key that is refused": Status(http.StatusUnauthorized, 0),
	}
}

// Say answers with these words, whatever was asked, and meters that as an answer.
func Say(said string) Failure {
	return func(s *Server, w http.ResponseWriter, _ *http.Request) bool {
		s.charge(&s.meter, 100, TokensOf(said))
		Completion(w, said, 100, TokensOf(said))
		return false
	}
}
