package embedded

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var identityForm = regexp.MustCompile(`^[0-9a-f]{16}$`)

// identify returns the random id of a data directory, giving it one the first time. Processes that meet here at the
// same moment agree: the file appears whole, by a link, and only one link succeeds.
func identify(dir string) (string, error) {
	path := filepath.Join(dir, "id")
	if id, err := readIdentity(path); err == nil || !errors.Is(err, os.ErrNotExist) {
		return id, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("making the data directory: %w", err)
	}
	made, err := randomID()
	if err != nil {
		return "", fmt.Errorf("drawing an id for %s: %w", dir, err)
	}
	draft, err := os.CreateTemp(dir, ".id-")
	if err != nil {
		return "", fmt.Errorf("writing the id of %s: %w", dir, err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.WriteString(made + "\n")
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", fmt.Errorf("writing the id of %s: %w", dir, err)
	}
	if err := os.Link(draft.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("writing the id of %s: %w", dir, err)
	}
	return readIdentity(path)
}

func randomID() (string, error) {
	raw := make([]byte, 8)
	if _, err := rand.Read(raw); err != nil {
		return "", err
	}
	return hex.EncodeToString(raw), nil
}

func readIdentity(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("reading the id of a data directory: %w", err)
	}
	id := strings.TrimSpace(string(text))
	if !identityForm.MatchString(id) {
		return "", fmt.Errorf("reading the id of a data directory: %s holds %q, not 16 hexadecimal digits", path, id)
	}
	return id, nil
}
