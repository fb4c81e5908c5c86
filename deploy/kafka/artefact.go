package kafka

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed pom.xml
var pom []byte

// Libraries returns the folder with the broker's jars, fetching them if no earlier call has. The folder is
// named by what it holds, so another version of the broker gets another one.
func Libraries(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding a cache for Kafka's libraries: %w", err)
	}
	sum := sha256.Sum256(pom)
	dir := filepath.Join(cache, "sibyl", "kafka-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", fmt.Errorf("making a cache for Kafka's libraries: %w", err)
	}
	// It appears under its name only when it is whole.
	part, err := os.MkdirTemp(filepath.Dir(dir), ".kafka-")
	if err != nil {
		return "", fmt.Errorf("making a folder for Kafka's libraries: %w", err)
	}
	defer os.RemoveAll(part)
	if err := fetch(ctx, part); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Join(part, "lib"), dir); err != nil {
		if _, statErr := os.Stat(dir); statErr == nil {
			return dir, nil // another process was faster
		}
		return "", fmt.Errorf("putting Kafka's libraries in place: %w", err)
	}
	return dir, nil
}

func fetch(ctx context.Context, into string) error {
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return errors.New("fetching Kafka's libraries needs Maven (mvn); see deploy/setup/dependencies.sh kafka")
	}
	file := filepath.Join(into, "pom.xml")
	if err := os.WriteFile(file, pom, 0o600); err != nil {
		return fmt.Errorf("fetching Kafka's libraries: %w", err)
	}
	cmd := exec.CommandContext(ctx, mvn, "-q", "-B", "-f", file, "dependency:copy-dependencies",
		"-DincludeScope=runtime", "-DoutputDirectory="+filepath.Join(into, "lib"))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("fetching Kafka's libraries with %s: %w\n%s", mvn, err, out)
	}
	return nil
}
