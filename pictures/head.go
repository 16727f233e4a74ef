package pictures

import (
	"bytes"
	"encoding/binary"
)

// jpegHead is what a JPEG says of itself beside what package image reads.
type jpegHead struct {
	orientation int  // of EXIF: 1 is upright, 2 to 8 are the other ways to turn and to mirror it, 0 for none
	progressive bool // it is read in several passes
	adobe       bool // it says which colours it has, which may be copied once they are read
	whole       bool // it was read up to the pixels
	scans       int  // at most how many passes it has
}

// Markers of a JPEG's segments.
const (
	markerProgressive = 0xc2
	markerScan        = 0xda // the pixels follow
	markerEXIF        = 0xe1
	markerAdobe       = 0xee
)

// readHead reads the segments of a JPEG up to its pixels, as far as they can be read. It is the zero value for any
// other file.
func readHead(content []byte) (h jpegHead) {
	rest, found := bytes.CutPrefix(content, []byte{0xff, 0xd8})
	for found && len(rest) >= 4 && rest[0] == 0xff {
		marker := rest[1]
		if marker == 0xff { // a byte to fill
			rest = rest[1:]
			continue
		}
		if marker == markerScan { // in pixels a 0xff is followed by a zero
			h.whole, h.scans = true, bytes.Count(rest, []byte{0xff, markerScan})
			break
		}
		size := int(binary.BigEndian.Uint16(rest[2:]))
		if size < 2 || len(rest) < 2+size {
			break
		}
		segment := rest[4 : 2+size]
		rest = rest[2+size:]
		switch marker {
		case markerProgressive:
			h.progressive = true
		case markerAdobe:
			h.adobe = true
		case markerEXIF:
			if tiff, is := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); is && h.orientation == 0 {
				h.orientation = orientationOf(tiff)
			}
		}
	}
	return h
}

// orientationOf reads the tag Orientation of the first directory of a TIFF header, 0 for none.
func orientationOf(tiff []byte) int {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	const entry, tag, short = 12, 0x0112, 3
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entry {
			return 0
		}
		if order.Uint16(entries) == tag && order.Uint16(entries[2:]) == short {
			if n := int(order.Uint16(entries[8:])); n <= 8 {
				return n
			}
			return 0
		}
		entries = entries[entry:]
	}
	return 0
}
