package outside

import (
	"context"
	"fmt"
	"net"
	"net/netip"
)

// Resolver finds the addresses of a host; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// private lists what no public service stands behind, beside what netip itself knows of.
var private = func() []netip.Prefix {
	var all []netip.Prefix
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23",
		"2001:db8::/32", "2002::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(p))
	}
	return all
}()

// isPublic reports whether an address is one of the open internet. Addresses that carry another one inside (mapped,
// translated, tunnelled) are judged as not public: nothing legitimate needs them, and they hide private ones.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.Zone() != "" || !a.IsGlobalUnicast() || a.IsPrivate() {
		return false // loopback, link-local, multicast and unspecified are no global unicast
	}
	for _, p := range private {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// addresses resolves a host and keeps nothing private: one private address among public ones refuses them all, since
// which one is dialled would be the other side's choice.
func (c *Client) addresses(ctx context.Context, host string, mayBePrivate bool) ([]netip.Addr, error) {
	var found []netip.Addr
	if a, err := netip.ParseAddr(host); err == nil {
		found = []netip.Addr{a}
	} else {
		found, err = c.resolver.LookupNetIP(ctx, "ip", host)
		if err != nil {
			return nil, fmt.Errorf("resolving %s: %w", host, err)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("resolving %s: it has no address", host)
	}
	if mayBePrivate {
		return found, nil
	}
	for _, a := range found {
		if !isPublic(a) {
			return nil, &privateError{host: host, address: a}
		}
	}
	return found, nil
}

type privateError struct {
	host    string
	address netip.Addr
}

func (e *privateError) Error() string {
	return fmt.Sprintf("%s leads to the private address %s", e.host, e.address)
}

// dial connects to one of addresses that were checked, so that a name cannot mean something else a moment later.
func dial(ctx context.Context, addresses []netip.Addr, port string) (net.Conn, error) {
	var last error
	for _, a := range addresses {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, last
}
