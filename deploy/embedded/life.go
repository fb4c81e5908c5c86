package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// The files by which a broker's lives follow one another, all in its folder:
//
//	lifeline    locked by the process that has the data directory; a broker watches it
//	alive       locked by the broker for its life
//	life.json   "running" from before the log is opened, "stopped" once everything is saved: what a broker finds here
//	            says how the life before it ended, and no moment of a kill can make it say otherwise
//	lost.json   an unclean end that nobody has dealt with yet; it outlives further lives until Settle
//	broker.json where the living broker is reached
//	port        the port of the last life
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

// life is one run of a broker process.
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

// address is where a living broker is reached.
type address struct {
	PID   int       `json:"pid"`
	Port  int       `json:"port"`
	Nonce string    `json:"nonce"`
	Since time.Time `json:"since"`
}

// beginLife notes that a broker runs, and whether the one before it ended uncleanly. Nothing of the log may be touched
// before. The loss is written first: a kill between the two writes finds it again.
func beginLife(dir, nonce string) (self life, unclean bool, err error) {
	var before life
	found, err := readJSON(lifePath(dir), &before)
	if err != nil {
		return life{}, false, err
	}
	unclean = found && before.State != lifeStopped
	if unclean {
		if err := writeJSON(lostPath(dir), before); err != nil {
			return life{}, false, fmt.Errorf("noting the lost broker: %w", err)
		}
	}
	self = life{State: lifeRunning, Nonce: nonce, PID: os.Getpid(), Since: time.Now().UTC()}
	if err := writeJSON(lifePath(dir), self); err != nil {
		return life{}, false, fmt.Errorf("noting that the broker runs: %w", err)
	}
	return self, unclean, nil
}

// endLife notes that everything is saved.
func endLife(dir string, self life) error {
	self.State = lifeStopped
	if err := writeJSON(lifePath(dir), self); err != nil {
		return fmt.Errorf("noting that the broker stopped: %w", err)
	}
	return nil
}

// unsettled tells whether a loss still waits to be dealt with.
func unsettled(dir string) (bool, error) {
	var lost life
	return readJSON(lostPath(dir), &lost)
}
