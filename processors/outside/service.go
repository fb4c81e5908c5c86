package outside

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Service is one place beyond us and how it wants to be treated.
type Service struct {
	Name string
	// Hosts may be asked: "api.openalex.org", or with a port. One that is an address ("10.0.0.5:8080", "localhost:9000")
	// may be private, since somebody wrote down exactly that.
	Hosts    []string
	Interval time.Duration // the least time between two calls; calls of one service never overlap
	Timeout  time.Duration // of one try, from the first byte sent to the last one read
	MaxBytes int64         // of one answer
	Tries    int           // in all
	Headers  map[string]string

	// Query is added to every address as it is asked: keys of services that take them nowhere else. It is in no record,
	// message or entry of the ledger.
	Query map[string]string

	// Rest is how long a service is left alone that could not be reached however often it was tried: until then it is
	// not waited for once more by each of hundreds of claims.
	Rest time.Duration

	// Assumed says that nobody has named the service: it is asked because nothing else is configured, and there may be no
	// network at all. Until it has answered once, silence is not waited for long, nor tried again.
	Assumed bool
}

// The bounds of a service that names none.
const (
	defaultTimeout  = 20 * time.Second
	defaultMaxBytes = 5 << 20
	defaultTries    = 3
	maxHops         = 4
	maxURL          = 8 << 10
	maxWait         = 30 * time.Second // that a service may ask us to wait before we ask again
	assumedTimeout  = 5 * time.Second  // of a service that nobody has named, until it has answered once
)

// settled is a service that was checked.
type settled struct {
	Service
	hosts map[string]bool // host:port
	exact map[string]bool // of these, addresses written down as such
}

func settle(s Service) (settled, error) {
	out := settled{Service: s, hosts: map[string]bool{}, exact: map[string]bool{}}
	if s.Name == "" || len(s.Hosts) == 0 {
		return out, errors.New("a service needs a name and at least one host")
	}
	if out.Timeout <= 0 {
		out.Timeout = defaultTimeout
	}
	if out.MaxBytes <= 0 {
		out.MaxBytes = defaultMaxBytes
	}
	if out.Tries <= 0 {
		out.Tries = defaultTries
	}
	for _, h := range s.Hosts {
		host, ports, err := splitHost(h)
		if err != nil {
			return out, fmt.Errorf("service %s: %w", s.Name, err)
		}
		for _, port := range ports {
			at := net.JoinHostPort(host, port)
			out.hosts[at] = true
			if _, err := netip.ParseAddr(host); err == nil || host == "localhost" {
				out.exact[at] = true
			}
		}
	}
	return out, nil
}

// splitHost takes "host", "host:port" or a bare address apart. Without a port it is the web's two.
func splitHost(h string) (host string, ports []string, err error) {
	h = strings.ToLower(strings.TrimSpace(h))
	if a, err := netip.ParseAddr(strings.Trim(h, "[]")); err == nil {
		return a.String(), []string{"80", "443"}, nil
	}
	host, port, err := net.SplitHostPort(h)
	if err != nil {
		host, port = h, ""
	}
	if host == "" || strings.ContainsAny(host, "/*@ ?#") {
		return "", nil, fmt.Errorf("%q is not a host: write it as host or host:port, without wildcards", h)
	}
	if port == "" {
		return host, []string{"80", "443"}, nil
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return "", nil, fmt.Errorf("%q has no port between 1 and 65535", h)
	}
	return host, []string{port}, nil
}
