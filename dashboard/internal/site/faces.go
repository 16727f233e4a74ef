package site

import (
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"litmus/models"
)

// Face is what stands for a person where there is little room.
type Face struct {
	Initials string
	Tone     int    // below [tones], the same for an address always; initials say who it is, the colour only helps
	Picture  string // the address of the member's picture, which stands instead of their initials; "" for none
}

const tones = 8

// FaceOf returns the face of somebody: the first letters of the first and the last word of their name, else of their
// address.
func FaceOf(name, email string) Face {
	words := strings.FieldsFunc(models.NameOf(name, email), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	initials := ""
	if n := len(words); n > 0 {
		if initials = upperFirst(words[0]); n > 1 {
			initials += upperFirst(words[n-1])
		}
	}
	h := fnv.New32a()
	h.Write([]byte(email))
	return Face{Initials: initials, Tone: int(h.Sum32() % tones)}
}

// MemberFace is [FaceOf] somebody who may be a member with a picture; its id is "" for none.
func MemberFace(name, email, picture string) Face {
	f := FaceOf(name, email)
	if picture != "" {
		f.Picture = PicturesPath + "/" + picture
	}
	return f
}

func upperFirst(word string) string {
	r, _ := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r))
}
