package reason

import (
	_ "embed"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/cockroachdb/apd/v3"
	"gopkg.in/yaml.v3"

	"github.com/sibyl-project/sibyl/rag/ledger"
)

//go:embed prices.yaml
var bundledPrices []byte

// Price is what a million tokens of a model cost in US dollars.
type Price struct {
	Input  *apd.Decimal
	Cached *apd.Decimal // input that the server had at hand
	Output *apd.Decimal
}

// Prices is the table of prices by the names of models, in lower case.
type Prices map[string]Price

// ReadPrices reads the table in the program and, if a file is named, that one over it: a model that it lists has the price that
// stands there.
func ReadPrices(file string) (Prices, error) {
	p := Prices{}
	if err := p.read(bundledPrices); err != nil {
		return nil, fmt.Errorf("reading the bundled price table: %w", err)
	}
	if file == "" {
		return p, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the price table: %w", err)
	}
	if err := p.read(text); err != nil {
		return nil, fmt.Errorf("reading the price table %s: %w", file, err)
	}
	return p, nil
}

func (p Prices) read(text []byte) error {
	var file struct {
		Models map[string]map[string]string `yaml:"models"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return err
	}
	for model, row := range file.Models {
		amounts := map[string]*apd.Decimal{}
		for name, text := range row {
			d, _, err := apd.NewFromString(text)
			switch {
			case name != "input" && name != "output" && name != "cached_input":
				return fmt.Errorf("model %s: %q is none of input, output and cached_input", model, name)
			case err != nil || d.Form != apd.Finite || d.Negative || d.NumDigits() > 12 || d.Exponent < -9 || d.Exponent > 6:
				return fmt.Errorf("model %s: %q is no price in dollars", model, text)
			}
			amounts[name] = d
		}
		if amounts["input"] == nil || amounts["output"] == nil {
			return fmt.Errorf("model %s: prices of input and output are needed", model)
		}
		if amounts["cached_input"] == nil {
			amounts["cached_input"] = amounts["input"]
		}
		p[strings.ToLower(model)] = Price{Input: amounts["input"], Cached: amounts["cached_input"], Output: amounts["output"]}
	}
	return nil
}

// of returns the price of a model at an endpoint; ok is false where nobody knows it. What runs on this machine costs nothing.
func (p Prices) of(model, base string) (Price, bool) {
	if known, ok := p[strings.ToLower(model)]; ok {
		return known, true
	}
	if local(base) {
		zero := new(apd.Decimal)
		return Price{zero, zero, zero}, true
	}
	return Price{}, false
}

// local reports whether an address is one of this machine.
func local(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// most is what a call may cost at most.
func (p Price) most(in, out int) *apd.Decimal {
	price := p.Input
	if p.Cached.Cmp(price) > 0 {
		price = p.Cached
	}
	return ledger.Add(ledger.Times(price, in), ledger.Times(p.Output, out))
}

// cost is what an answer has cost.
func (p Price) cost(in, cached, out int) *apd.Decimal {
	cached = min(max(cached, 0), in)
	return ledger.Add(ledger.Add(ledger.Times(p.Input, in-cached), ledger.Times(p.Cached, cached)), ledger.Times(p.Output, out))
}
