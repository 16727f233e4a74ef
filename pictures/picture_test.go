package pictures_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/pictures"
)

var (
	red   = color.RGBA{200, 30, 30, 255}
	green = color.RGBA{30, 160, 30, 255}
	blue  = color.RGBA{30, 30, 200, 255}
	white = color.RGBA{255, 255, 255, 255}
)

// flag is white, but for its middle square, which has a red upper left, a green upper right and a blue lower half.
func flag(width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	fill := func(r image.Rectangle, c color.Color) { draw.Draw(m, r, image.NewUniform(c), image.Point{}, draw.Src) }
	side, from := min(width, height), image.Pt((width-min(width, height))/2, (height-min(width, height))/2)
	fill(m.Bounds(), white)
	fill(image.Rect(0, 0, side, side).Add(from), blue)
	fill(image.Rect(0, 0, side/2, side/2).Add(from), red)
	fill(image.Rect(side/2, 0, side, side/2).Add(from), green)
	return m
}

func asJPEG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withEXIF puts a segment of EXIF into a JPEG: an orientation, and more bytes behind it.
func withEXIF(photo []byte, order binary.AppendByteOrder, orientation uint16, more string) []byte {
	mark := map[bool]string{true: "II", false: "MM"}[order == binary.AppendByteOrder(binary.LittleEndian)]
	tiff := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, 0x0112), 3), 1)
	tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, orientation), 0), 0)
	segment := "Exif\x00\x00" + string(tiff) + more
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(segment)+2))
	return slices.Concat(photo[:2], head, []byte(segment), photo[2:])
}

// corners are the colours of the upper left, upper right, lower left and lower right, by their names.
func corners(t *testing.T, content []byte) string {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Bounds(), image.Rect(0, 0, pictures.Side, pictures.Side); got != want {
		t.Errorf("the picture is %v, want %v", got, want)
	}
	const near, far = pictures.Side / 8, pictures.Side * 7 / 8
	var out []string
	for _, at := range []image.Point{{near, near}, {far, near}, {near, far}, {far, far}} {
		r, g, b, _ := m.At(at.X, at.Y).RGBA()
		name := "?"
		for n, c := range map[string]color.RGBA{"red": red, "green": green, "blue": blue, "white": white} {
			if close(r, c.R) && close(g, c.G) && close(b, c.B) {
				name = n
			}
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func close(got uint32, want uint8) bool { return got>>8 < uint32(want)+24 && got>>8+24 > uint32(want) }

func TestSquare(t *testing.T) {
	t.Parallel()
	wide, tall := flag(960, 480), flag(300, 700)
	clear := image.NewNRGBA(image.Rect(0, 0, 40, 40))
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"a wide JPEG":          {asJPEG(t, wide), "red green blue blue"},
		"a tall PNG":           {asPNG(t, tall), "red green blue blue"},
		"one that is smaller":  {asPNG(t, flag(20, 30)), "red green blue blue"},
		"one without colours":  {asPNG(t, clear), "white white white white"},
		"upright by EXIF":      {withEXIF(asJPEG(t, wide), binary.BigEndian, 1, ""), "red green blue blue"},
		"mirrored":             {withEXIF(asJPEG(t, wide), binary.BigEndian, 2, ""), "green red blue blue"},
		"upside down":          {withEXIF(asJPEG(t, wide), binary.LittleEndian, 3, ""), "blue blue green red"},
		"mirrored upside down": {withEXIF(asJPEG(t, wide), binary.LittleEndian, 4, ""), "blue blue red green"},
		"on its diagonal":      {withEXIF(asJPEG(t, wide), binary.BigEndian, 5, ""), "red blue green blue"},
		"on its right side":    {withEXIF(asJPEG(t, wide), binary.BigEndian, 6, ""), "blue red blue green"},
		"on the other one":     {withEXIF(asJPEG(t, wide), binary.BigEndian, 7, ""), "blue green blue red"},
		"on its left side":     {withEXIF(asJPEG(t, wide), binary.LittleEndian, 8, ""), "green blue red blue"},
		"turned by nonsense":   {withEXIF(asJPEG(t, wide), binary.LittleEndian, 99, ""), "red green blue blue"},
	} {
		got, err := pictures.Square(t.Context(), "org_1", c.content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if is := corners(t, got); is != c.want {
			t.Errorf("%s: the corners are %s, want %s", name, is, c.want)
		}
	}
}

// TestNothingElse proves that a picture has no more than its pixels.
func TestNothingElse(t *testing.T) {
	t.Parallel()
	photo := withEXIF(asJPEG(t, flag(64, 64)), binary.BigEndian, 1, "GPS 52.3702 N")
	got, err := pictures.Square(t.Context(), "org_1", append(photo, "and after the end"...))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Exif", "GPS", "after the end"} {
		if bytes.Contains(got, []byte(word)) {
			t.Errorf("the picture has %q in it", word)
		}
	}
}

// claiming is a PNG of a few bytes that says it has so many pixels.
func claiming(t *testing.T, width, height uint32, depth, colour byte) []byte {
	t.Helper()
	content := asPNG(t, flag(1, 1))
	head := content[12:29] // IHDR and what it says
	binary.BigEndian.PutUint32(head[4:], width)
	binary.BigEndian.PutUint32(head[8:], height)
	head[12], head[13] = depth, colour
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(head))
	return content
}

// progressive is the head of a JPEG in several passes that says it has so many pixels.
func progressive(side uint16) []byte {
	out := []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xc2\x00\x11\x08")
	out = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(out, side), side)
	return append(out, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xda, 0, 12)
}

func TestRefusedPictures(t *testing.T) {
	t.Parallel()
	photo := asJPEG(t, flag(640, 480))
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"nothing":            {nil, "empty"},
		"a text":             {[]byte("me.png"), "neither a JPEG nor a PNG"},
		"a GIF":              {[]byte("GIF89a\x01\x00\x01\x00"), "neither a JPEG nor a PNG"},
		"half a JPEG":        {photo[:len(photo)/2], "cannot be read"},
		"the head of one":    {photo[:4], "cannot be read"},
		"too many bytes":     {make([]byte, pictures.MaxBytes+1), "at most 4 are allowed"},
		"too many pixels":    {claiming(t, 60000, 60000, 8, 6), "60000 × 60000 pixels; at most 6000 × 6000"},
		"too wide":           {claiming(t, 6001, 1, 8, 6), "6001 × 1 pixels; at most 6000 × 6000"},
		"too deep":           {claiming(t, 6000, 6000, 16, 6), "too many for a file of its sort"},
		"too many passes":    {progressive(6000), "too many for a file of its sort"},
		"a hidden head":      {slices.Insert(progressive(6000), 2, 0), "cannot be read"},
		"hundreds of passes": {append(bytes.Clone(photo), bytes.Repeat([]byte{0xff, 0xda}, 200)...), "cannot be read"},
		"pixels are missing": {claiming(t, 5000, 5000, 8, 2), "cannot be read"},
	} {
		_, err := pictures.Square(t.Context(), "org_1", c.content)
		if models.KindOf(err) != models.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want that it says %q", name, err, c.want)
		}
	}
}

// FuzzSquare looks for files that no refusal is for.
func FuzzSquare(f *testing.F) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, flag(8, 8), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(withEXIF(b.Bytes(), binary.BigEndian, 6, ""))
	f.Add(progressive(16))
	f.Fuzz(func(t *testing.T, content []byte) {
		_, err := pictures.Square(context.Background(), "org_1", content)
		if err != nil && models.KindOf(err) != models.Invalid {
			t.Fatal(err)
		}
	})
}
