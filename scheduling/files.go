package scheduling

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/gabriel-vasile/mimetype"

	"litmus/models"
	"litmus/ports/files"
	"litmus/uploads"
)

// Upload is a file that somebody sends: its name, as it was sent, and its content, of which no more is read than may be
// kept.
type Upload struct {
	Name    string
	Content io.Reader
}

// Attach keeps a file that the candidate will hand in. The errors are those of [candidates.Store.NewFile] and
// [candidates.Store.Attach], and of kind [models.Invalid] if the content ends too early.
func (s Candidates) Attach(ctx context.Context, candidate models.Ref, u Upload) error {
	f, room, err := s.store.Candidates.NewFile(ctx, candidate)
	if err != nil {
		return err
	}
	return s.keep(ctx, f, room, u, func(f models.File) error { return s.store.Candidates.Attach(ctx, f) })
}

// Detach removes a file that the candidate would hand in: see [candidates.Store.Detach].
func (s Candidates) Detach(ctx context.Context, candidate models.Ref, id string) error {
	f, err := s.store.Candidates.Detach(ctx, candidate, id)
	if err == nil {
		s.drop(ctx, f)
	}
	return err
}

// BringAlong keeps a file that the assessment brings along. The errors are those of [pipelines.Store.NewFile] and
// [pipelines.Store.AddFile], and of kind [models.Invalid] if the content ends too early.
func (s Pipelines) BringAlong(ctx context.Context, by By, assessmentID string, u Upload) error {
	f, room, err := s.store.Pipelines.NewFile(ctx, by.Org.ID, assessmentID)
	if err != nil {
		return err
	}
	return s.keep(ctx, f, room, u, func(f models.File) error { return s.store.Pipelines.AddFile(ctx, by.By, f) })
}

// LeaveOut removes a file that the assessment brings along: see [pipelines.Store.RemoveFile].
func (s Pipelines) LeaveOut(ctx context.Context, by By, assessmentID, id string) error {
	f, err := s.store.Pipelines.RemoveFile(ctx, by.By, by.Org.ID, assessmentID, id)
	if err == nil {
		s.drop(ctx, f)
	}
	return err
}

// OpenFile reads the content of a file. Reading it may go on after ctx, for as long as sending it may take.
func (s *Service) OpenFile(ctx context.Context, f models.File) (io.ReadCloser, error) {
	if s.Files == nil {
		return nil, errNoFiles
	}
	reading, cancel := context.WithTimeout(context.WithoutCancel(ctx), uploads.Time)
	content, err := s.Files.Open(reading, f.Key())
	if err != nil {
		cancel()
		return nil, fmt.Errorf("file %s: %w", f.ID, err)
	}
	return opened{content, cancel}, nil
}

// opened is a content that is read.
type opened struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close ends the reading.
func (o opened) Close() error {
	defer o.cancel()
	return o.ReadCloser.Close()
}

// errNoFiles says that this service keeps no files.
var errNoFiles = models.NotFoundf("this service keeps no files; whoever runs it sets LITMUS_FILES")

// headBytes are what the type of a file is found in.
const headBytes = 3072

// keep keeps the bytes of a new file, and then names it. A process that is killed in between leaves bytes that nobody
// sees, until they are collected; so does a failure that leaves open whether the file was named.
func (s *shared) keep(ctx context.Context, f models.File, room models.FileRoom, u Upload,
	name func(models.File) error) error {
	if s.Files == nil {
		return errNoFiles
	}
	if _, err := room.Most(); err != nil {
		s.limited("file_megabytes", err)
		return err
	}
	from := bufio.NewReaderSize(u.Content, headBytes)
	head, err := from.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return cutOff(err)
	}
	if len(head) == 0 {
		return room.Check(0)
	}
	f.Name, f.Type = models.FileName(u.Name), mimetype.Detect(head).String()
	measured := &measure{from: from, room: room}
	hash := sha256.New()
	if err := s.Files.Put(ctx, f.Key(), io.TeeReader(measured, hash)); err != nil {
		s.limited("file_megabytes", err)
		return err
	}
	f.Size, f.Hash = measured.size, hex.EncodeToString(hash.Sum(nil))
	if err := name(f); err != nil {
		if models.KindOf(err) != 0 { // a refusal; after any other error the row may be there, as after a lost commit
			s.drop(ctx, f)
		}
		if errors.Is(err, models.ErrFileThere) {
			return nil
		}
		s.limited("file_megabytes", err)
		return err
	}
	return nil
}

// measure counts what is read, and ends with a refusal where there would be too much.
type measure struct {
	from io.Reader
	room models.FileRoom
	size int64
}

func (m *measure) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	m.size += int64(n)
	if m.size > 0 {
		if refused := m.room.Check(m.size); refused != nil {
			return 0, refused
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = cutOff(err)
	}
	return n, err
}

// cutOff is the error for a content that ends too early; what has a kind keeps it.
func cutOff(err error) error {
	if models.KindOf(err) != 0 {
		return err
	}
	return models.FileCut()
}

// drop deletes the bytes of a file that no row names. If that fails they are collected later; another database's stay.
func (s *shared) drop(ctx context.Context, f models.File) {
	if s.Files == nil {
		return
	}
	if err := s.Files.Delete(context.WithoutCancel(ctx), f.Key()); err != nil && !errors.Is(err, files.ErrForeign) {
		s.log.Warn("file not deleted", "file", f.ID, "error", err)
	}
}
