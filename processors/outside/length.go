package outside

import (
	"bytes"
	"net"
)

// measured is a connection that knows where the answer's body began and how much has come: more than was declared
// is a lie that the HTTP client hides, since it stops reading.
type measured struct {
	net.Conn
	head  []byte // the header block being read
	begun bool
	body  int64
}

const maxHead = 64 << 10

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.Conn.Read(p)
	m.saw(p[:n])
	return n, err
}

func (m *measured) saw(data []byte) {
	if m.begun {
		m.body += int64(len(data))
		return
	}
	m.head = append(m.head, data...)
	for !m.begun {
		at := bytes.Index(m.head, []byte("\r\n\r\n"))
		if at < 0 {
			if len(m.head) > maxHead {
				m.head = m.head[len(m.head)-3:] // the client refuses such a header by itself
			}
			return
		}
		rest := m.head[at+4:]
		if isInterim(m.head) {
			m.head = bytes.Clone(rest)
			continue
		}
		m.begun, m.body, m.head = true, int64(len(rest)), nil
	}
}

// isInterim recognises "100 Continue" and its like, which another header follows.
func isInterim(head []byte) bool {
	_, rest, ok := bytes.Cut(head, []byte(" "))
	return ok && len(rest) > 0 && rest[0] == '1'
}
