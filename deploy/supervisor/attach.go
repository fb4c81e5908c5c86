package supervisor

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// lastEndVariable tells a child how the one before it ended.
const lastEndVariable = "SIBYL_LAST_END"

// Attached is the child's side.
type Attached struct {
	Logs    *os.File // for people
	LastEnd Cause

	result *os.File
}

// Attach takes the order from the supervisor and sees to it that this process ends with it. It is called once, first.
func Attach(order any) (*Attached, error) {
	in := bufio.NewReader(os.Stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("reading the order of this process: %w", err)
	}
	if err := json.Unmarshal(line, order); err != nil {
		return nil, fmt.Errorf("reading the order of this process: %w", err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, in) // it ends with the supervisor, however that ends
		os.Exit(3)
	}()
	return &Attached{
		Logs: os.NewFile(3, "logs"), result: os.NewFile(4, "result"),
		LastEnd: Cause(os.Getenv(lastEndVariable)),
	}, nil
}

// Done says that this process ends in order.
func (a *Attached) Done(o Outcome) error {
	if err := json.NewEncoder(a.result).Encode(o); err != nil {
		return fmt.Errorf("telling the supervisor of the end: %w", err)
	}
	return nil
}
