package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The letters of one organization do not wait behind another's. While the invitations of one go out by the hundred, the
// letters of another's booking are among the next, and so are those of its own interview.
func TestOneOrganizationDoesNotHoldUpAnother(t *testing.T) {
	t.Parallel()
	const invites, workers = 400, 8
	s := Start(t)
	many, other := s.NewOrg(t), s.NewOrg(t)
	atOnce(workers, func(worker int) bool {
		for n := worker; n < invites; n += workers {
			many.Invite(t, fmt.Sprintf("c%d", n), "engineer", "essay")
		}
		return true
	})
	before := s.lettersSent(t)
	other.Book(t, "cleo", "interviewer_email", other.Email("ilse"))
	many.Book(t, "own", "interviewer_email", many.Email("ilse"))
	Until(t, letterTimeout, "the letters of both bookings", func() (bool, string) {
		left := 0
		for _, to := range []string{other.Email("cleo"), other.Email("ilse"), many.Email("own"), many.Email("ilse")} {
			if len(s.Inbox(t, to)) == 0 {
				left++
			}
		}
		return left == 0, fmt.Sprintf("%d are still to come", left)
	})
	after := s.lettersSent(t)
	if after >= invites+4 {
		t.Fatalf("all %d letters were sent: nothing was left to wait behind", after)
	}
	// Each booking's letters have a turn beside the invitations' and each step of the way takes some turns.
	if most := 100; after-before > most {
		t.Errorf("%d letters were sent until the four of two bookings were there, want at most %d: they waited "+
			"behind %d invitations", after-before, most, invites-before)
	}
}

// lettersSent counts the letters in the service's mail catcher.
func (s *Service) lettersSent(t testing.TB) (n int) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.Data, "inbox"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".eml") { // one under way has another ending
			n++
		}
	}
	return n
}
