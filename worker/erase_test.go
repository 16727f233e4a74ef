package worker

import (
	"context"
	"errors"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/ports/files"
)

// TestErasureDeletesFiles: an erasure is done once the content of the person's files is gone. While it cannot be
// deleted the erasure stays open; what somebody else handed in stays.
func TestErasureDeletesFiles(t *testing.T) {
	t.Parallel()
	o := open(t)
	kept, err := files.OpenFolder(t.TempDir())
	o.must(err)
	o.order.PostingID = o.takehome
	attach := func(email string) models.File {
		c := o.invite(email)
		ref := models.Ref{OrgID: c.OrgID, ID: c.ID}
		_, _, err := o.store.Candidates.StartAssessment(t.Context(), ref)
		o.must(err)
		f, _, err := o.store.Candidates.NewFile(t.Context(), ref)
		o.must(err)
		f.Name, f.Size, f.Type = "a.txt", 7, "text/plain"
		o.must(kept.Put(t.Context(), f.Key(), strings.NewReader("content")))
		o.must(o.store.Candidates.Attach(t.Context(), f))
		return f
	}
	const email = "erased@candidate.example"
	gone, other := attach(email), attach("other@candidate.example")
	_, err = o.store.Erasures.Ask(t.Context(), act.By{}, o.org.ID, email)
	o.must(err)
	n, err := CarryErasures(t.Context(), o.store, holding{kept, gone.Key()}, nil)
	if open, _ := o.store.Erasures.Open(t.Context(), nil); n != 0 || !errors.Is(err, errHeld) || len(open) != 1 {
		t.Errorf("%d are done though the file cannot be deleted, and %d open: %v", n, len(open), err)
	}
	if n, err := CarryErasures(t.Context(), o.store, kept, nil); n != 1 || err != nil {
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
