package db

import (
	"encoding/json"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// ReadRound reads the posting and, in it, the round with its assessment's delivery mode; each nil when unknown.
func ReadRound(tx *gorm.DB, orgID, postingID, roundID string) (*models.Posting, *models.Round, error) {
	p, r, _, err := ReadRoundAnd(tx, "''", orgID, postingID, roundID)
	return p, r, err
}

// ReadRoundAnd is [ReadRound] with the addresses that a column of the posting p lists, see [Dialect.Admins]: a booking
// reads the organization's admins in the same statement, since others wait for its locks.
func ReadRoundAnd(tx *gorm.DB,
	column, orgID, postingID, roundID string) (*models.Posting, *models.Round, []string, error) {
	var row struct {
		ID, Kind, Status                                   string
		RoundID, TrackID, Type, AssessmentID, DeliveryMode string
		DurationMinutes                                    int
		Bookable, Indefinite                               bool
		FallbackRecipients, Seats                          string
		Addresses                                          string
	}
	err := tx.Raw(`select p.id, p.kind, p.status, r.id as round_id, r.track_id, r.type, r.assessment_id,
			a.delivery_mode, r.duration_minutes, r.bookable, r.indefinite,
			`+fallbackRecipients+` as fallback_recipients, coalesce(r.seats, '') as seats,
			`+column+` as addresses
		from postings p
		join organizations o on o.id = p.org_id
		left join rounds r on r.org_id = p.org_id and r.posting_id = p.id and r.id = ?
		left join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
		where p.org_id = ? and p.id = ?`, roundID, orgID, postingID).Scan(&row).Error
	if err != nil || row.ID == "" {
		return nil, nil, nil, Wrap("read round", err)
	}
	var addresses []string
	if row.Addresses != "" {
		addresses = strings.Split(row.Addresses, ",")
	}
	p := &models.Posting{OrgID: orgID, ID: row.ID, Kind: row.Kind, Status: row.Status}
	if row.RoundID == "" {
		return p, nil, addresses, nil
	}
	r := &models.Round{
		OrgID: orgID, ID: row.RoundID, PostingID: row.ID, TrackID: row.TrackID, Type: row.Type,
		AssessmentID: row.AssessmentID, DeliveryMode: row.DeliveryMode, DurationMinutes: row.DurationMinutes,
		Bookable: row.Bookable, Indefinite: row.Indefinite,
	}
	if err := UnmarshalText(row.Seats, &r.Seats); err != nil {
		return nil, nil, nil, Wrap("read seats", err)
	}
	return p, r, addresses, Wrap("read fallback recipients",
		json.Unmarshal([]byte(row.FallbackRecipients), &r.FallbackRecipients))
}

// fallbackRecipients are the addresses that are briefed in the round r of the organization o if no interviewer is
// named: the round's, else the organization's (D23). The admins, who come last, are read beside it.
const fallbackRecipients = `case when coalesce(r.fallback_recipients, '[]') in ('[]', 'null') then o.fallback_recipients
	else r.fallback_recipients end`

// Longest is the longest an interview can be: what overlaps a span starts at most that long before it.
const Longest = models.MaxDurationMinutes * time.Minute
