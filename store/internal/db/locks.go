package db

import (
	"hash/fnv"
	"slices"
	"strings"

	"gorm.io/gorm"
)

// ApplyKey is the lock under which an organization's file is applied and its postings and assessments are edited.
func ApplyKey(slug string) string { return "apply\x00" + slug }

// OrganizationLimitKey is the lock under which interviews of an organization are booked that has a limit for all of
// them. It is taken before every other one of a booking.
func OrganizationLimitKey(orgID string) string { return "limit\x00" + orgID }

// InterviewerKey is the lock under which somebody's interviews are booked and changed.
func InterviewerKey(orgID, email string) string { return "interviewer\x00" + orgID + "\x00" + email }

// AvailabilityKey is the lock under which a posting's slots and its interviewers are changed.
func AvailabilityKey(orgID, postingID string) string {
	return "availability\x00" + orgID + "\x00" + postingID
}

// Lock takes transaction locks on the keys, always in the same order. On SQLite the transaction is the only writer, so
// there is nothing to lock.
func (d Dialect) Lock(tx *gorm.DB, keys ...string) error { return d.LockBeside(tx, "", keys...) }

// LockBeside takes a shared lock on another key ("" for none) before [Dialect.Lock]. Any number of transactions may
// share it, but not while one holds the key by [Dialect.Lock]. Bookings take shared keys first and then theirs in
// order, so they never wait for each other in a circle. One with an organization file that is applied is broken by
// PostgreSQL, and [DB.Tx] runs both again.
func (d Dialect) LockBeside(tx *gorm.DB, shared string, keys ...string) error {
	if !d.Postgres {
		return nil
	}
	q, args := lockBeside(shared, keys, "")
	return tx.Exec(q, args...).Error
}

// lockBeside is the statement of [Dialect.LockBeside]. first is a condition that is looked at after the shared lock,
// and before the others.
func lockBeside(shared string, keys []string, first string) (q string, args []any) {
	numbers := make([]int64, len(keys))
	for i, k := range keys {
		numbers[i] = lockNumber(k)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if shared != "" {
		q, args = "select pg_advisory_xact_lock_shared(?::bigint)", append(args, lockNumber(shared))
	}
	if len(numbers) > 0 {
		if q != "" {
			q += " union all "
		}
		values := strings.ReplaceAll(placeholders(len(numbers), 1), "?", "?::bigint")
		q += "select pg_advisory_xact_lock(k) from (values " + values + ") as l(k)" + first
	}
	for _, n := range numbers {
		args = append(args, n)
	}
	return q, args
}

// Locking ends a query so that it locks the rows of that table's alias until the transaction ends. Other rows may be
// made meanwhile that refer to them. On SQLite the transaction is the only writer.
func (d Dialect) Locking(alias string) string {
	if d.Postgres {
		return " for no key update of " + alias
	}
	return ""
}

func lockNumber(key string) int64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return int64(h.Sum64())
}

// SkipLocked locks the selected rows of the table and skips those that another transaction has locked.
func (d Dialect) SkipLocked(table string) string {
	if d.Postgres {
		return " for update of " + table + " skip locked"
	}
	return ""
}

// ForShareOf keeps the selected rows of the table from changing until the transaction ends. On SQLite there is no other
// writer.
func (d Dialect) ForShareOf(table string) string {
	if d.Postgres {
		return " for share of " + table
	}
	return ""
}

// LockRow locks a row until the transaction ends. On SQLite there is no other writer.
func (d Dialect) LockRow(tx *gorm.DB, table, orgID, id string) error {
	if !d.Postgres {
		return nil
	}
	return tx.Exec("select 1 from "+table+" where org_id = ? and id = ? for update", orgID, id).Error
}

// LockPools locks the rows of those of the pools that have limits, in the order of their ids, until the transaction
// ends; of no pool it asks nothing. A booking's locks come in this order: [OrganizationLimitKey], what the posting
// offers, pools, [InterviewerKey] and the others of [Dialect.Lock], rows of candidates and interviews. A file that is
// applied writes people and pools before it asks for seats: it and a booking may wait in a circle, and one is tried
// anew. On SQLite there is no other writer.
func (d Dialect) LockPools(tx *gorm.DB, orgID string, ids []string) error {
	if !d.Postgres || len(ids) == 0 {
		return nil
	}
	return Wrap("lock pools", tx.Exec(limitedPools+"in ?"+limitedPoolsLocked, orgID, ids).Error)
}

// LockSeats is [Dialect.LockBeside] with [Dialect.LockPools] of the round's seats between the two, in one statement.
func (d Dialect) LockSeats(tx *gorm.DB, shared, orgID, roundID string, keys ...string) error {
	if !d.Postgres {
		return nil
	}
	pools := limitedPools + "in (select m.value ->> 'pool' from rounds r, " + d.Elements("r.seats") +
		" where r.org_id = ? and r.id = ?)" + limitedPoolsLocked
	beside, args := lockBeside(shared, keys, " where (select count(*) from pools_of_round) >= 0")
	return tx.Exec("with pools_of_round as ("+pools+") "+beside, append([]any{orgID, orgID, roundID}, args...)...).Error
}

// The rows of the pools with limits whose ids are …, locked so that rows may be made meanwhile that refer to them.
const (
	limitedPools       = "select 1 from pools p where p.org_id = ? and p.limits is not null and p.id "
	limitedPoolsLocked = " order by p.id for no key update of p"
)
