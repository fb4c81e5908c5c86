package outside

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"net"
	"strconv"
)

// Digest names the question: what is recorded under it answers every equal question of a run.
func (r Request) Digest() string {
	h := sha256.New()
	parts := []string{r.Service, method(r), r.URL, r.Type, r.Accept, string(r.Body)}
	if r.Bytes > 0 {
		parts = append(parts, strconv.FormatInt(r.First, 10), strconv.FormatInt(r.Bytes, 10))
	}
	for _, part := range parts {
		// Lengths part the fields, so that no two questions read the same.
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// shown is text from beyond us as it may stand in a message: short, one line, nothing unprintable.
func shown(text string) string {
	const most = 200
	quoted := strconv.Quote(text)
	quoted = quoted[1 : len(quoted)-1]
	if len(quoted) > most {
		quoted = quoted[:most] + "..."
	}
	return quoted
}

func secure(ctx context.Context, raw net.Conn, host string) (net.Conn, error) {
	conn := tls.Client(raw, &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, fmt.Errorf("securing the connection to %s: %w", host, err)
	}
	return conn, nil
}
