package outside

import (
	"fmt"
	"net/http"
	"net/url"
)

// part checks that a part of a file is the one that was asked for. A service may send the whole file instead.
func part(r Request, resp *http.Response, body []byte) ([]byte, *Refusal) {
	if resp.StatusCode != http.StatusPartialContent {
		from := min(r.First, int64(len(body)))
		return body[from:min(from+r.Bytes, int64(len(body)))], nil
	}
	var first, last int64
	if n, err := fmt.Sscanf(resp.Header.Get("Content-Range"), "bytes %d-%d/", &first, &last); n != 2 || err != nil ||
		first != r.First || int64(len(body)) > r.Bytes || int64(len(body)) != last-first+1 {
		return nil, refuse(r, WrongLength, fmt.Sprintf("%d bytes from %d on were asked for, %q came", r.Bytes, r.First, shown(resp.Header.Get("Content-Range"))))
	}
	return body, nil
}

// keyed is an address with the parameters that stand in no record.
func (s settled) keyed(target *url.URL) string {
	if len(s.Query) == 0 {
		return target.String()
	}
	at := *target
	q := at.Query()
	for k, v := range s.Query {
		q.Set(k, v)
	}
	at.RawQuery = q.Encode()
	return at.String()
}
