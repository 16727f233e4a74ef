package keyring

import (
	"encoding/binary"
	"slices"
	"time"

	"litmus/models"
)

// List is an ordered list of an organization, with the filters that select its records. A cursor of one works for no
// other.
type List struct {
	purpose string
	message func(body []byte) []byte // what the MAC of a cursor's body is made of
}

// Interviews is the list of interviews of REST.
func Interviews(orgID string, f models.InterviewFilter) List {
	return List{"cursor " + orgID, func(body []byte) []byte { return append(slices.Clone(body), filterText(f)...) }}
}

// NamedList is another list of the organization: its name, followed by its filters.
func NamedList(orgID string, name ...string) List {
	return List{"place " + orgID, func(body []byte) []byte {
		return []byte(models.JSONText(append([]string{string(body)}, name...)))
	}}
}

const cursorMacBytes = 16

// SignCursor returns the opaque cursor of the page that follows a place in the list. It holds the place and a MAC. Any
// key of the organization can go on with it, with another limit too, also when the record at that place is gone.
func (s Secret) SignCursor(l List, place string) string {
	return s.Signed(l.purpose, cursorMacBytes, []byte(place), l.message([]byte(place)))
}

// ReadCursor is the inverse of [Secret.SignCursor]. It returns a [models.Invalid] error if the cursor is malformed,
// belongs to another organization, or was made for another list or with other filters.
func (s Secret) ReadCursor(l List, cursor string) (place string, err error) {
	body, ok := s.Unsigned(l.purpose, cursorMacBytes, cursor, l.message)
	if !ok {
		return "", models.Invalidf("cursor %s is not a next_cursor of this list; keep the filters unchanged while "+
			"paging, or start again without cursor", models.Quote(cursor))
	}
	return string(body), nil
}

// InterviewsCursor returns the cursor of the page that follows p in the organization's list of interviews.
func (s Secret) InterviewsCursor(orgID string, f models.InterviewFilter, p models.Position) string {
	place := binary.BigEndian.AppendUint64(nil, uint64(p.At.UnixMilli()))
	return s.SignCursor(Interviews(orgID, f), string(append(place, p.ID...)))
}

// ReadInterviewsCursor is the inverse of [Secret.InterviewsCursor], with the error of [Secret.ReadCursor].
func (s Secret) ReadInterviewsCursor(orgID string, f models.InterviewFilter, cursor string) (models.Position, error) {
	place, err := s.ReadCursor(Interviews(orgID, f), cursor)
	if err != nil {
		return models.Position{}, err
	}
	at := time.UnixMilli(int64(binary.BigEndian.Uint64([]byte(place)))).UTC()
	return models.Position{At: at, ID: place[8:]}, nil
}

// filterText is the filter for a MAC.
func filterText(f models.InterviewFilter) string {
	return models.JSONText(struct {
		PostingID, RoundID, CandidateEmail string
		From, To, UpdatedSince             *string
		ExcludeCanceled                    bool
		InterviewerEmail                   string `json:",omitempty"` // a cursor from before it was there still reads
	}{f.PostingID, f.RoundID, f.CandidateEmail, boundText(f.From), boundText(f.To), boundText(f.UpdatedSince),
		f.ExcludeCanceled, f.InterviewerEmail})
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
