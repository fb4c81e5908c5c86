package kafka

import (
	"crypto/tls"
	"crypto/x509"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// Access is what a client needs to reach the broker, as plain data, so that a test can hand it to a child
// process.
type Access struct {
	Brokers     []string // host:port
	User        string   // SASL (SCRAM-SHA-256) if not empty
	Password    string
	Certificate []byte // TLS if not empty: the PEM of the certificate to trust
}

// Options are a client's options beside the addresses.
func (a Access) Options() []kgo.Opt {
	opts := a.SASL()
	if config := a.TLS(); config != nil {
		opts = append(opts, kgo.DialTLSConfig(config))
	}
	return opts
}

// SASL are the options by which a client names itself; none if it need not.
func (a Access) SASL() []kgo.Opt {
	if a.User == "" {
		return nil
	}
	return []kgo.Opt{kgo.SASL(scram.Auth{User: a.User, Pass: a.Password}.AsSha256Mechanism())}
}

// TLS is the configuration of a client's connections, nil for plain ones.
func (a Access) TLS() *tls.Config {
	if len(a.Certificate) == 0 {
		return nil
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(a.Certificate)
	return &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
}
