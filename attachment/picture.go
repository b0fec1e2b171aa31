package attachment

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"

	_ "image/gif" // what pictures may come as
	_ "image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// Bounds of pictures: what may come in, and what comes out. 1024 pixels are what models
// look at; 256 KiB what a conversation may carry along for each.
const (
	maxPixels  = 40_000_000
	maxSide    = 1024
	MaxPicture = 256 << 10 // bytes
)

// readPicture makes a small JPEG of a picture, on white where it is transparent.
func readPicture(data []byte) (result, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width <= 0 || c.Height <= 0 {
		return result{}, ErrBroken
	}
	if c.Width > maxPixels/c.Height {
		return result{}, ErrHeavy
	}
	in, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return result{}, ErrBroken
	}
	for side := maxSide; side >= 128; side = side * 3 / 4 {
		small := scale(in, side)
		for _, quality := range []int{85, 70, 50} {
			var b bytes.Buffer
			if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: quality}); err != nil {
				return result{}, ErrBroken
			}
			if b.Len() <= MaxPicture {
				return result{Picture: b.Bytes()}, nil
			}
		}
	}
	return result{}, ErrHeavy
}

// scale draws a picture with at most the given number of pixels on its longer side.
func scale(in image.Image, side int) image.Image {
	w, h := in.Bounds().Dx(), in.Bounds().Dy()
	if long := max(w, h); long > side {
		w, h = max(1, w*side/long), max(1, h*side/long)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, out.Bounds(), in, in.Bounds(), draw.Over, nil)
	return out
}
