package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

const ticketLife = time.Minute

// Ticket stands in for the token where a browser cannot send one.
type Ticket struct {
	Ticket    string    `json:"ticket"`
	ExpiresAt time.Time `json:"expires_at"`
}

// tickets are signed, not stored, so that any instance with the same token accepts them.
type tickets struct {
	key [sha256.Size]byte
	now func() time.Time
}

func newTickets(token string, now func() time.Time) tickets {
	return tickets{sha256.Sum256([]byte("sibyl live ticket\x00" + token)), now}
}

func (t tickets) issue() Ticket {
	expires := t.now().Add(ticketLife).UTC().Truncate(time.Second)
	stamp := strconv.FormatInt(expires.Unix(), 10)
	return Ticket{stamp + "." + t.sign(stamp), expires}
}

func (t tickets) valid(ticket string) bool {
	stamp, signature, ok := strings.Cut(ticket, ".")
	if !ok || !hmac.Equal([]byte(signature), []byte(t.sign(stamp))) {
		return false
	}
	expires, err := strconv.ParseInt(stamp, 10, 64)
	return err == nil && t.now().Unix() <= expires
}

func (t tickets) sign(stamp string) string {
	mac := hmac.New(sha256.New, t.key[:])
	mac.Write([]byte(stamp))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
