package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"time"
)

// file is something that does not change while the process lives. Who has it asks whether it is still the same, and is
// told in a few bytes.
type file struct {
	contentType, etag string
	plain, zipped     []byte
}

// newFile is the file with this content.
func newFile(contentType string, content []byte) *file {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(content)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err) // into memory
	}
	return &file{contentType, digest(content), content, b.Bytes()}
}

// newZippedFile is the file whose content is there compressed.
func newZippedFile(contentType string, zipped []byte) *file {
	var content []byte
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err == nil {
		content, err = io.ReadAll(z)
	}
	if err != nil {
		panic(err) // it is embedded
	}
	return &file{contentType, digest(content), content, zipped}
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// ServeHTTP answers GET and HEAD, compressed to who takes it so.
func (f *file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("Vary", "Accept-Encoding")
	content, etag := f.plain, f.etag
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		content, etag = f.zipped, f.etag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content)) // answers If-None-Match
}

// takesGzip reads an Accept-Encoding; a weight of 0 is a no.
func takesGzip(accepted string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		coding, weight, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if strings.EqualFold(coding, "gzip") {
			return strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != "" || weight == ""
		}
	}
	return false
}
