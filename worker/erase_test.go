package worker

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/erasure"
	"litmus/ports/files"
)

// attached is a file that a candidate has attached to their answer.
func (o *office) attached(kept files.Store, email string) models.File {
	o.t.Helper()
	c := o.invite(email)
	ref := models.Ref{OrgID: c.OrgID, ID: c.ID}
	_, _, err := o.store.Candidates.StartAssessment(o.t.Context(), ref)
	o.must(err)
	f, _, err := o.store.Candidates.NewFile(o.t.Context(), ref)
	o.must(err)
	f.Name, f.Size, f.Type = "a.txt", 7, "text/plain"
	o.must(kept.Put(o.t.Context(), f.Key(), strings.NewReader("content")))
	o.must(o.store.Candidates.Attach(o.t.Context(), f))
	return f
}

// TestErasureDeletesFiles: an erasure is done once the content of the person's files is gone. While it cannot be
// deleted the erasure stays open; what somebody else handed in stays.
func TestErasureDeletesFiles(t *testing.T) {
	t.Parallel()
	o := open(t)
	kept, err := files.OpenFolder(t.TempDir())
	o.must(err)
	o.order.PostingID = o.takehome
	const email = "erased@candidate.example"
	gone, other := o.attached(kept, email), o.attached(kept, "other@candidate.example")
	_, err = o.store.Erasures.Ask(t.Context(), act.By{}, o.org.ID, email)
	o.must(err)
	n, err := CarryErasures(t.Context(), o.store, owned(holding{kept, gone.Key()}, "db_1"), nil)
	if open, _ := o.store.Erasures.Open(t.Context(), nil); n != 0 || !errors.Is(err, errHeld) || len(open) != 1 {
		t.Errorf("%d are done though the file cannot be deleted, and %d open: %v", n, len(open), err)
	}
	if n, err := CarryErasures(t.Context(), o.store, owned(kept, "db_1"), nil); n != 1 || err != nil {
		t.Errorf("%d are done: %v", n, err)
	}
	for f, want := range map[models.File]error{gone: files.ErrNone, other: nil} {
		content, err := kept.Open(context.Background(), f.Key())
		if err == nil {
			_ = content.Close()
		}
		if !errors.Is(err, want) {
			t.Errorf("opening %s: %v, want %v", f.CandidateID, err, want)
		}
	}
}

// TestErasureOnForeignFiles: where the files are another database's, as the original's of a restored copy are, an
// erasure ends, leaves the content there, and names the file.
func TestErasureOnForeignFiles(t *testing.T) {
	t.Parallel()
	o := open(t)
	kept, err := files.OpenFolder(t.TempDir())
	o.must(err)
	o.order.PostingID = o.takehome
	o.must(owned(kept, "db_1").Claim(t.Context()))
	f := o.attached(kept, "erased@candidate.example")
	_, err = o.store.Erasures.Ask(t.Context(), act.By{}, o.org.ID, "erased@candidate.example")
	o.must(err)
	if n, err := CarryErasures(t.Context(), o.store, owned(kept, "db_2"), nil); n != 1 || err != nil {
		t.Errorf("%d are done: %v", n, err)
	}
	list, err := o.store.Erasures.List(t.Context(), o.org.ID)
	o.must(err)
	want := []erasure.Remaining{{Kind: erasure.RemainingFile, FileID: f.ID, Code: erasure.CodeForeign}}
	if len(list) != 1 || !slices.Equal(list[0].Remaining, want) {
		t.Errorf("the erasures are %+v, want what remains to be %+v", list, want)
	}
	content, err := kept.Open(t.Context(), f.Key())
	o.must(err)
	_ = content.Close()
}
