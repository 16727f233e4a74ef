package models

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"time"
)

// Page sizes of lists (§8).
const (
	DefaultLimit = 50
	MaxLimit     = 100
	ToolLimit    = 20 // of tools, if limit is absent
)

// InterviewFilter selects interviews of a list (§4, List). Zero fields do not filter; bounds are inclusive. An id that
// nothing has, and a from after to, give an empty page.
type InterviewFilter struct {
	PostingID, RoundID, CandidateEmail string // the email in lower case
	From, To, UpdatedSince             *time.Time
	ExcludeCanceled                    bool
	InterviewerEmail                   string // of tools and of the dashboard
}

// Position is a place in the order of the list: stored start, then id.
type Position struct {
	StartsAt time.Time
	ID       string
}

const cursorMacBytes = 16

// SignCursor returns the opaque cursor of the page that follows position p in the organization's list with that filter.
// It holds the position and a MAC over organization and filter, so it works for no other list. Any key of the
// organization can go on with it, with another limit too, also when the interview at that position is gone.
func (s Secret) SignCursor(orgID string, f InterviewFilter, p Position) string {
	body := binary.BigEndian.AppendUint64(nil, uint64(p.StartsAt.UnixMilli()))
	body = append(body, p.ID...)
	return base64.RawURLEncoding.EncodeToString(append(body, s.cursorMac(orgID, f, body)...))
}

// ReadCursor is the inverse of [Secret.SignCursor]. It returns an [Invalid] error if the cursor is malformed, belongs
// to another organization, or was made with other filters.
func (s Secret) ReadCursor(orgID string, f InterviewFilter, cursor string) (Position, error) {
	b, err := decodeToken(cursor)
	if n := len(b) - cursorMacBytes; err == nil && n >= 8 && hmac.Equal(b[n:], s.cursorMac(orgID, f, b[:n])) {
		return Position{time.UnixMilli(int64(binary.BigEndian.Uint64(b))).UTC(), string(b[8:n])}, nil
	}
	return Position{}, unknownCursor(cursor)
}

// SignPlace returns the opaque cursor of the page that follows a place in another list of the organization. list is the
// list's name followed by its filters: the cursor works for no other one, like those of [Secret.SignCursor].
func (s Secret) SignPlace(orgID string, list []string, place string) string {
	return base64.RawURLEncoding.EncodeToString(append([]byte(place), s.placeMac(orgID, list, place)...))
}

// ReadPlace is the inverse of [Secret.SignPlace]. Its error is that of [Secret.ReadCursor].
func (s Secret) ReadPlace(orgID string, list []string, cursor string) (place string, err error) {
	b, err := decodeToken(cursor)
	if n := len(b) - cursorMacBytes; err == nil && n >= 0 && hmac.Equal(b[n:], s.placeMac(orgID, list, string(b[:n]))) {
		return string(b[:n]), nil
	}
	return "", unknownCursor(cursor)
}

func (s Secret) placeMac(orgID string, list []string, place string) []byte {
	text, err := json.Marshal(append([]string{place}, list...))
	if err != nil {
		panic(err) // strings always marshal
	}
	m := hmac.New(sha256.New, s.Derive("place "+orgID))
	m.Write(text)
	return m.Sum(nil)[:cursorMacBytes]
}

func unknownCursor(cursor string) error {
	return Invalidf("cursor %s is not a next_cursor of this list; keep the filters unchanged while paging, or start "+
		"again without cursor", Quote(cursor))
}

func (s Secret) cursorMac(orgID string, f InterviewFilter, body []byte) []byte {
	filter, err := json.Marshal(struct {
		PostingID, RoundID, CandidateEmail string
		From, To, UpdatedSince             *string
		ExcludeCanceled                    bool
		InterviewerEmail                   string `json:",omitempty"` // a cursor from before it was there still reads
	}{f.PostingID, f.RoundID, f.CandidateEmail, boundText(f.From), boundText(f.To), boundText(f.UpdatedSince),
		f.ExcludeCanceled, f.InterviewerEmail})
	if err != nil {
		panic(err) // strings and booleans always marshal
	}
	m := hmac.New(sha256.New, s.Derive("cursor "+orgID))
	m.Write(body)
	m.Write(filter)
	return m.Sum(nil)[:cursorMacBytes]
}

// boundText formats a bound, nil for none. It does not use [time.Time.MarshalJSON], which fails outside of the years 0
// to 9999: an offset can move a bound there.
func boundText(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := t.UTC().Format(time.RFC3339Nano)
	return &s
}
