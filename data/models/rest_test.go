package models

import (
	"crypto/sha256"
	"testing"
)

func TestAModelIsTheSameAfterItsRest(t *testing.T) {
	before := sha256.Sum256([]byte(Statement))
	Rest()
	if sha256.Sum256([]byte(Statement)) != before {
		t.Error("the model of statements has changed")
	}
}
