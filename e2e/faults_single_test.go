package e2e

import (
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"litmus/models"
)

// few is a run that is over in seconds where nothing fails.
const few = 24

// Beside the faults at random each of these fails alone, while a few candidates act. What must be true afterwards is
// the same.

// A database whose every answer takes two seconds.
func TestFaultSlowDatabase(t *testing.T) {
	t.Parallel()
	f := newFaults(t, 1, faultPlan{candidates: few, replicas: 1})
	f.breaks = once(func() {
		f.pause(5, 10)
		f.database.Slow(time.Second) // there, and back
		f.pause(5, 10)
		f.database.Slow(0)
		f.counts.add("spells of a slow database", 1)
	})
	f.run()
}

// Temporal refuses half of all calls, of apis and of workers.
func TestFaultTemporalRefuses(t *testing.T) {
	t.Parallel()
	f := newFaults(t, 2, faultPlan{candidates: few, replicas: 1, breaks: idle, frontend: refuseHalf})
	f.run()
}

// A mail server that takes each letter at the second try.
func TestFaultGreylisting(t *testing.T) {
	t.Parallel()
	f := newFaults(t, 3, faultPlan{candidates: few, replicas: 1, breaks: idle, mail: greylist})
	f.run()
}

// The clock of one of two workers is five minutes off: the ledger has entries of the future, or from before the run.
func TestFaultClock(t *testing.T) {
	t.Parallel()
	for n, ahead := range []time.Duration{5 * time.Minute, -5 * time.Minute} {
		t.Run(ahead.String(), func(t *testing.T) {
			t.Parallel()
			f := newFaults(t, uint64(4+n), faultPlan{candidates: few, replicas: 2, breaks: idle,
				worker: func(n int) []string {
					if n == 0 {
						return nil
					}
					return []string{"LITMUS_TEST_AHEAD=" + ahead.String()}
				}})
			begun, off := time.Now(), 0
			all, st := f.run(), f.Store(t)
			for _, c := range all {
				ref := models.Ref{OrgID: f.IDs.Organization, ID: c.known.id}
				account, err := st.Effects.InterviewLedger(t.Context(), ref)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range account.Ledger {
					if e.UpdatedAt.After(time.Now()) || e.UpdatedAt.Before(begun) {
						off++
					}
				}
			}
			if off == 0 {
				t.Error("the worker whose clock is off has done nothing")
			}
		})
	}
}

// The disk of PostgreSQL fills up; there is room again, and its operator starts it if it has ended.
func TestFaultDiskOfPostgres(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 128)
	f := newFaults(t, 6, faultPlan{candidates: few, replicas: 1, cluster: func(t testing.TB) *Cluster {
		return newClusterIn(t, disk)
	}})
	f.breaks = once(func() {
		f.pause(5, 10)
		free := fill(t, disk)
		f.pause(5, 30)
		free()
		if c, err := pgx.Connect(t.Context(), f.postgres.URL); err == nil {
			c.Close(t.Context())
			f.counts.add("PostgreSQL goes on", 1)
		} else {
			f.postgres.Stop(t)
			f.postgres.Start(t)
		}
		f.counts.add("full disks", 1)
	})
	f.run()
}

// The disk of litmus up fills up, with the databases of both and the inbox on it; then there is room again.
func TestFaultDiskOfUp(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 64)
	f := newFaultRun(t, 7, faultPlan{candidates: few})
	s := Start(t, Data(disk), Env(private))
	f.Org, f.inbox = s.NewOrg(t, f.diaries.Edits()...), s
	at, err := url.Parse(s.API)
	if err != nil {
		t.Fatal(err)
	}
	f.apis = []*replica{{address: at.Host}}
	f.env, f.beside = append([]string{"TEMPORAL_ADDRESS=" + s.Temporal}, s.Env...), []string{"--data", s.Data}
	f.breaks = once(func() {
		f.pause(5, 10)
		free := fill(t, disk)
		f.pause(5, 30)
		free()
		f.counts.add("full disks", 1)
	})
	f.run()
}

// idle lets the candidates act.
func idle(f *faultRun) { f.pause(1, 2) }

// once breaks something once, and lets the candidates act from then on.
func once(what func()) func(*faultRun) {
	done := false
	return func(f *faultRun) {
		if done {
			idle(f)
			return
		}
		done = true
		what()
	}
}

// smallDisk mounts a file system of so many megabytes, which lasts as long as the test, and returns where.
func smallDisk(t testing.TB, megabytes int) string {
	t.Helper()
	needsProcess(t, "a disk that fills up")
	dir, err := os.MkdirTemp("/tmp", "litmus-disk-") // everybody may reach it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(dir) })
	mount := exec.Command("mount", "-t", "tmpfs", "-o", "mode=755,size="+strconv.Itoa(megabytes)+"m", "tmpfs", dir)
	if words, err := mount.CombinedOutput(); err != nil {
		without(t, "a small disk cannot be mounted, which takes root: "+string(words))
	}
	t.Cleanup(func() {
		if words, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("unmount the small disk: %v: %s", err, words)
		}
	})
	return dir
}

// fill takes all of a disk's room, until free gives it back.
func fill(t testing.TB, disk string) (free func()) {
	t.Helper()
	name := filepath.Join(disk, "filled")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err = f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk does not fill up: %v", err)
	}
	return func() { os.Remove(name) }
}
