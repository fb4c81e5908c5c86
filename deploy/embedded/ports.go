package embedded

import (
	"errors"
	"fmt"
	"hash/crc32"
	"net"
	"strconv"
	"syscall"
)

// DefaultAddr is where sibyl up serves unless told otherwise.
const DefaultAddr = "127.0.0.1:8080"

// Listen opens the API's address: the one given, exactly, or when none is given DefaultAddr, or any free port if that
// one is taken. It returns the listener, not an address, so that nobody can take the port in between.
func Listen(addr string) (net.Listener, error) {
	if addr != "" {
		ln, err := net.Listen("tcp", addr)
		if errors.Is(err, syscall.EADDRINUSE) {
			return nil, fmt.Errorf("listening on %s: another program uses it; choose another address with --addr", addr)
		}
		if err != nil {
			return nil, fmt.Errorf("listening on %s: %w", addr, err)
		}
		return ln, nil
	}
	ln, err := net.Listen("tcp", DefaultAddr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return ListenAnywhere()
	}
	if err != nil {
		return nil, fmt.Errorf("listening on %s: %w", DefaultAddr, err)
	}
	return ln, nil
}

// ListenAnywhere opens any free loopback port, for a process that is its own only client.
func ListenAnywhere() (net.Listener, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening on a free port: %w", err)
	}
	return ln, nil
}

// firstBrokerPort begins the range that a broker without a wish takes its port from. It lies below the range from which
// systems serve outgoing connections, so that a remembered port is likely still free the next time.
const (
	firstBrokerPort = 19092
	lastBrokerPort  = 19191
)

// listenBroker opens the broker's port: the fixed one exactly; else the remembered one, a free one of the range, or any.
// Where the search begins depends on the data directory, so that those of one machine do not take each other's ports
// while they take turns.
func listenBroker(dir string, fixed, remembered int) (net.Listener, error) {
	if fixed != 0 {
		ln, err := listenLoopback(fixed)
		if err != nil {
			return nil, fmt.Errorf("opening the broker's port: %w", err)
		}
		return ln, nil
	}
	if remembered != 0 {
		if ln, err := listenLoopback(remembered); err == nil {
			return ln, nil
		}
	}
	const size = lastBrokerPort - firstBrokerPort + 1
	begin := int(crc32.ChecksumIEEE([]byte(dir)) % size)
	for i := range size {
		if ln, err := listenLoopback(firstBrokerPort + (begin+i)%size); err == nil {
			return ln, nil
		}
	}
	return ListenAnywhere()
}

func listenLoopback(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}
