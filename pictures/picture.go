// Package pictures makes small pictures of people from what their cameras took.
package pictures

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // is read
	"time"

	"golang.org/x/image/draw"

	"litmus/fair"
	"litmus/models"
)

// Side is how many pixels a picture has in each direction, on screens with up to seven of them to a point.
const Side = 256

// MediaType is that of every picture, and Takes lists what is read.
const (
	MediaType = "image/jpeg"
	Takes     = "image/jpeg,image/png"
)

// Bounds of what is read.
const (
	MaxBytes  = 4_000_000 // fits into a form
	maxPixels = 6000      // of each side
	maxMemory = 192 << 20 // that its pixels take while they are read and scaled
	maxScans  = 64        // of a JPEG, each of which goes through all pixels; cameras make ten
	quality   = 88
	waits     = 20 * time.Second // for its turn
)

// turns has one place: a picture takes up to [maxMemory] while it is read.
var turns = fair.NewSlots(1)

// Square returns a JPEG of [Side] by [Side] pixels: the middle of a JPEG or PNG, upright and on white. It is encoded
// anew, so nothing else of the file is in it, such as where the picture was taken. The error is of kind
// [models.Invalid] or [models.Throttled] and says what to do. Organizations take turns.
func Square(ctx context.Context, orgID string, content []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, waits)
	defer cancel()
	if err := turns.Acquire(ctx, orgID, false); err != nil {
		return nil, models.Throttledf(time.Minute, "many pictures are being read at once; try again in a minute")
	}
	defer turns.Release()
	head := readHead(content)
	if err := check(content, head); err != nil {
		return nil, err
	}
	from, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, errUnreadable
	}
	to := image.NewRGBA(image.Rect(0, 0, Side, Side))
	draw.Draw(to, to.Bounds(), image.White, image.Point{}, draw.Src)
	draw.CatmullRom.Scale(to, to.Bounds(), from, middle(from.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, upright(to, head.orientation), &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// smallSide is how many pixels [Small] has in each direction, two for each point of a letter.
const smallSide = 96

// Small returns a smaller JPEG of a picture that [Square] made, some 3 kB, for letters.
func Small(square []byte) ([]byte, error) {
	from, err := jpeg.Decode(bytes.NewReader(square))
	if err != nil {
		return nil, err
	}
	to := image.NewRGBA(image.Rect(0, 0, smallSide, smallSide))
	draw.CatmullRom.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	err = jpeg.Encode(&out, to, &jpeg.Options{Quality: quality})
	return out.Bytes(), err
}

var errUnreadable = models.Invalidf("the picture cannot be read; save it again as JPEG or PNG")

// check refuses what would take too much to read, before it is read: a small file can claim any number of pixels.
func check(content []byte, head jpegHead) error {
	switch {
	case len(content) == 0:
		return models.Invalidf("the picture is empty; choose a file")
	case len(content) > MaxBytes:
		return models.Invalidf("the picture has %.1f MB; at most %d are allowed", float64(len(content))/1e6,
			MaxBytes/1_000_000)
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(content))
	switch {
	case errors.Is(err, image.ErrFormat):
		return models.Invalidf("the picture is neither a JPEG nor a PNG; save it as one of them")
	case err != nil || c.Width < 1 || c.Height < 1:
		return errUnreadable
	case c.Width > maxPixels || c.Height > maxPixels:
		return models.Invalidf("the picture has %d × %d pixels; at most %d × %d are allowed", c.Width, c.Height,
			maxPixels, maxPixels)
	case format == "jpeg" && (!head.whole || head.scans > maxScans):
		return errUnreadable
	case c.Width*c.Height*bytesPerPixel(c.ColorModel, format, head)+Side*c.Height*scaled > maxMemory:
		return models.Invalidf("the picture has %d × %d pixels, too many for a file of its sort; make it smaller",
			c.Width, c.Height)
	}
	return nil
}

// scaled is what a pixel takes while it is scaled in one direction.
const scaled = 32

// bytesPerPixel returns at most how many bytes a pixel takes while the picture is read.
func bytesPerPixel(m color.Model, format string, head jpegHead) int {
	switch {
	case format == "jpeg" && m == color.CMYKModel, format == "jpeg" && head.adobe:
		return 8 * head.passes()
	case m == color.GrayModel:
		return head.passes()
	case m == color.YCbCrModel:
		return 3 * head.passes()
	case m == color.RGBA64Model, m == color.NRGBA64Model, m == color.Gray16Model:
		return 12 // an interlaced one has half of its pixels twice
	}
	return 6
}

// passes is how many times the bytes of its pixels a JPEG takes: those of a progressive one are kept as coefficients of
// four bytes each, too.
func (h jpegHead) passes() int {
	if h.progressive {
		return 5
	}
	return 1
}

// middle returns the largest square in the middle.
func middle(r image.Rectangle) image.Rectangle {
	side := min(r.Dx(), r.Dy())
	from := r.Min.Add(image.Pt((r.Dx()-side)/2, (r.Dy()-side)/2))
	return image.Rectangle{Min: from, Max: from.Add(image.Pt(side, side))}
}

// upright returns the square as somebody held the camera, see [jpegHead].
func upright(from *image.RGBA, orientation int) *image.RGBA {
	if orientation < 2 || orientation > 8 {
		return from
	}
	to := image.NewRGBA(from.Bounds())
	for y := range Side {
		for x := range Side {
			fromX, fromY := x, y
			if orientation > 4 { // rows are columns
				fromX, fromY = fromY, fromX
			}
			if orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8 {
				fromX = Side - 1 - fromX
			}
			if orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7 {
				fromY = Side - 1 - fromY
			}
			to.SetRGBA(x, y, from.RGBAAt(fromX, fromY))
		}
	}
	return to
}
