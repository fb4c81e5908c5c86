package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// The files that link successive broker processes of a data directory, all in the broker's folder:
//
//	lifeline    locked by the process that has the data directory; a broker watches it
//	alive       locked by the broker while it runs
//	life.json   "running" from before the log is opened, "stopped" once everything is saved: it tells a broker
//	            how the previous one ended, whatever the moment at which that was killed
//	lost.json   an unclean end that is not dealt with yet; it survives restarts until Settle
//	broker.json where the running broker can be reached
//	port        the port of the previous broker
//	log/        the records

func brokerDir(dir string) string    { return filepath.Join(dir, "broker") }
func lifelinePath(dir string) string { return filepath.Join(brokerDir(dir), "lifeline") }
func alivePath(dir string) string    { return filepath.Join(brokerDir(dir), "alive") }
func lifePath(dir string) string     { return filepath.Join(brokerDir(dir), "life.json") }
func lostPath(dir string) string     { return filepath.Join(brokerDir(dir), "lost.json") }
func addressPath(dir string) string  { return filepath.Join(brokerDir(dir), "broker.json") }
func portPath(dir string) string     { return filepath.Join(brokerDir(dir), "port") }
func recordsPath(dir string) string  { return filepath.Join(brokerDir(dir), "log") }
func brokerLog(dir string) string    { return filepath.Join(brokerDir(dir), "broker.log") }

// life is one lifetime of a broker process.
type life struct {
	State string    `json:"state"` // running, stopped
	Nonce string    `json:"nonce"`
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

const (
	lifeRunning = "running"
	lifeStopped = "stopped"
)

// address is where a running broker can be reached.
type address struct {
	PID   int       `json:"pid"`
	Port  int       `json:"port"`
	Nonce string    `json:"nonce"`
	Since time.Time `json:"since"`
}

// beginLife records that a broker runs, and whether the previous one ended uncleanly. Nothing of the log may be touched
// before. The loss is written first: after a kill between the two writes it is found again.
func beginLife(dir, nonce string) (self life, unclean bool, err error) {
	var before life
	found, err := durable.ReadJSON(lifePath(dir), &before)
	if err != nil {
		return life{}, false, err
	}
	unclean = found && before.State != lifeStopped
	if unclean {
		if err := durable.WriteJSON(lostPath(dir), before); err != nil {
			return life{}, false, fmt.Errorf("noting the lost broker: %w", err)
		}
	}
	self = life{State: lifeRunning, Nonce: nonce, PID: os.Getpid(), Since: time.Now().UTC()}
	if err := durable.WriteJSON(lifePath(dir), self); err != nil {
		return life{}, false, fmt.Errorf("noting that the broker runs: %w", err)
	}
	return self, unclean, nil
}

// endLife records that everything is saved.
func endLife(dir string, self life) error {
	self.State = lifeStopped
	if err := durable.WriteJSON(lifePath(dir), self); err != nil {
		return fmt.Errorf("noting that the broker stopped: %w", err)
	}
	return nil
}

// unsettled reports whether an unclean end still waits to be dealt with.
func unsettled(dir string) (bool, error) {
	var lost life
	return durable.ReadJSON(lostPath(dir), &lost)
}
