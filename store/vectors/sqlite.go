package vectors

import (
	"encoding/binary"
	"math"

	"keepsake/memory/recall"
	"keepsake/store/scoperow"
)

// sqlite is the dialect of SQLite.
type sqlite struct{}

func (sqlite) vector(embedding []float32) any {
	b := make([]byte, 0, 4*len(embedding))
	for _, x := range embedding {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func (sqlite) vectorBytes() (column string, header int, order binary.ByteOrder) {
	return "embedding", 0, binary.LittleEndian
}

func (sqlite) eachVersion() string {
	return "json_each(?) AS j CROSS JOIN agent_memories AS m ON m.id = j.key AND m.version = j.value"
}

func (sqlite) canSearchVectors() bool { return false }

// nearest is never called, because canSearchVectors is false.
func (sqlite) nearest(search, map[int64]scoperow.Row) ([]recall.Near, error) { return nil, nil }
