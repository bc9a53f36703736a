package io.tallykeep.archive.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * ZSTD and no compression, straight on zstd-jni: parquet-java's own codecs need a Hadoop
 * configuration. One instance per file being written or read; not thread-safe.
 */
final class ZstdCodecs implements CompressionCodecFactory {
  private static final int LEVEL = 3;

  private final Stored stored = new Stored();
  private final Map<Integer, ZstdCompressor> compressors = new HashMap<>();
  private @Nullable ZstdDecompressor decompressor;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return getCompressor(codec, LEVEL);
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec, int level) {
    return switch (codec) {
      case UNCOMPRESSED -> stored;
      case ZSTD -> compressors.computeIfAbsent(level, ZstdCompressor::new);
      default -> throw unsupported(codec);
    };
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED -> stored;
      case ZSTD -> zstdDecompressor();
      default -> throw unsupported(codec);
    };
  }

  private ZstdDecompressor zstdDecompressor() {
    if (decompressor == null) {
      decompressor = new ZstdDecompressor();
    }
    return decompressor;
  }

  private static IllegalArgumentException unsupported(CompressionCodecName codec) {
    return new IllegalArgumentException(
        "archive files are compressed with ZSTD or not at all, this one with " + codec + ".");
  }

  @Override
  public void release() {
    compressors.values().forEach(ZstdCompressor::release);
    if (decompressor != null) {
      decompressor.release();
    }
  }

  private static final class Stored implements BytesInputCompressor, BytesInputDecompressor {
    @Override
    public BytesInput compress(BytesInput bytes) {
      return bytes;
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.UNCOMPRESSED;
    }

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      requireSize(bytes.size(), size);
      return bytes;
    }

    @Override
    public void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size)
        throws IOException {
      requireSize(inputSize, size);
      output.put(input);
    }

    @Override
    public void release() {}
  }

  private static final class ZstdCompressor implements BytesInputCompressor {
    private final ZstdCompressCtx context;
    private byte[] output = new byte[0];

    ZstdCompressor(int level) {
      this.context = new ZstdCompressCtx().setLevel(level);
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      byte[] input = bytes.toByteArray();
      int bound = Math.toIntExact(Zstd.compressBound(input.length));
      if (output.length < bound) {
        output = new byte[bound];
      }
      int size = context.compressByteArray(output, 0, output.length, input, 0, input.length);
      return BytesInput.from(output, 0, size);
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {
      context.close();
    }
  }

  private static final class ZstdDecompressor implements BytesInputDecompressor {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      byte[] input = bytes.toByteArray();
      requireSize(Zstd.getFrameContentSize(input), size);
      byte[] output = new byte[size];
      requireSize(context.decompressByteArray(output, 0, size, input, 0, input.length), size);
      return BytesInput.from(output);
    }

    @Override
    public void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size)
        throws IOException {
      byte[] packed = new byte[inputSize];
      input.get(packed);
      output.put(decompress(BytesInput.from(packed), size).toByteArray());
    }

    @Override
    public void release() {
      context.close();
    }
  }

  private static void requireSize(long found, int stated) throws IOException {
    if (found != stated) {
      throw new IOException("a page holds " + found + " bytes where it states " + stated);
    }
  }
}
