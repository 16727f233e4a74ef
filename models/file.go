package models

import (
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Bounds of files. An organization's is in [Limits].
const (
	MaxFileBytes     = 20 << 20 // of one file
	MaxFiles         = 10       // of one candidate, and of one assessment
	MaxFilesBytes    = 50 << 20 // of all of these together
	MaxFileNameRunes = 120
)

// File describes a file that an assessment brings along, or that a candidate hands in. Its bytes are kept elsewhere, by
// its [File.Key]; the row is written after them, so that a file is never named without its content.
type File struct {
	OrgID, ID    string
	AssessmentID string // that brings it along, "" for a candidate's
	CandidateID  string // whose it is, "" for an assessment's
	Name         string // as [FileName] returns it
	Size         int64
	Type         string // media type, found in the content
	Hash         string // SHA-256 of the content, in hexadecimal
	AddedAt      time.Time
}

// Key names the file's bytes. It says nothing about anybody.
func (f File) Key() string { return f.OrgID + "/" + f.ID }

// FileName returns the name under which a file is kept and offered: what a browser sent, without folders and without
// characters that cannot be seen or that turn the reading direction, and with at most [MaxFileNameRunes] characters, of
// which its extension is kept.
func FileName(sent string) string {
	name := path.Base(strings.ReplaceAll(strings.ToValidUTF8(sent, "_"), `\`, "/"))
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, name))
	if strings.Trim(name, "./") == "" {
		return "file"
	}
	if over := utf8.RuneCountInString(name) - MaxFileNameRunes; over > 0 {
		const longestExtension = 12
		extension := path.Ext(name)
		if len(extension) > longestExtension {
			extension = ""
		}
		stem := []rune(strings.TrimSuffix(name, extension))
		name = string(stem[:len(stem)-over]) + extension
	}
	return name
}

// ErrFileThere says that a file is there already: its form was sent twice. Whoever sent it wants nothing else.
var ErrFileThere = Conflictf("the file is there already")

// Again reports whether the file was sent twice: it has the name and the content of one that is there.
func (f File) Again(there []File) bool {
	return slices.ContainsFunc(there, func(o File) bool { return f.Hash != "" && f.Name == o.Name && f.Hash == o.Hash })
}

// FileRoom is what bounds one more file.
type FileRoom struct {
	Files int   // that the candidate, or the assessment, has already
	Bytes int64 // of these

	OfOrganization int64 // bytes of all of its files
	Limit          int   // of these, in megabytes; 0 or less refuses nothing
}

// Most returns how many bytes one more file may have. The error is of kind [Conflict] if the candidate or the
// assessment can have no more, and of kind [Throttled] if the organization cannot.
func (r FileRoom) Most() (int64, error) {
	if r.Files >= MaxFiles || r.Bytes >= MaxFilesBytes {
		return 0, filesMany()
	}
	most := min(MaxFileBytes, MaxFilesBytes-r.Bytes)
	if r.Limit > 0 {
		left := int64(r.Limit)<<20 - r.OfOrganization
		if left <= 0 {
			return 0, r.organizationFull()
		}
		most = min(most, left)
	}
	return most, nil
}

// Check returns nil if a file of that size fits, else what [FileRoom.Most] returns or, for what is too large in itself,
// an error of kind [TooLarge], and for an empty file one of kind [Invalid].
func (r FileRoom) Check(size int64) error {
	most, err := r.Most()
	switch {
	case err != nil:
		return err
	case size <= 0:
		return aboutFile(CauseFileEmpty, 0, Invalidf("the file is empty; choose one that has a content"))
	case size > MaxFileBytes:
		return aboutFile(CauseFileLarge, MaxFileBytes>>20, TooLargef("a file can have at most %d MB", MaxFileBytes>>20))
	case size > MaxFilesBytes-r.Bytes:
		return filesMany()
	case size > most:
		return r.organizationFull()
	}
	return nil
}

// filesFullAgain is when somebody who was refused may try again: removing files takes people a while.
const filesFullAgain = time.Hour

func (r FileRoom) organizationFull() error {
	return aboutFile(CauseFilesFull, r.Limit, Throttledf(filesFullAgain, "the organization's files can have at most "+
		"%d MB together, and have nearly that much: remove some, or ask whoever runs this service for more", r.Limit))
}

func filesMany() error {
	return aboutFile(CauseFilesMany, MaxFiles, Conflictf("there can be at most %d files, of %d MB together; remove "+
		"one first", MaxFiles, MaxFilesBytes>>20))
}

// FileCut is the error for a file whose content ends too early, of kind [Invalid].
func FileCut() error {
	return aboutFile(CauseFileCut, 0, Invalidf("the file did not arrive as a whole; send it again"))
}

func aboutFile(c Cause, most int, err error) error {
	return About(Refusal{Cause: c, Field: "file", Most: most}, err)
}
