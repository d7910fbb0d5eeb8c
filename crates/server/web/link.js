// A level in a link: the whole text stands behind the `#`, so that nobody has to remember it.
// Short ones are written out, long ones are deflated.

/** A short link can hold very many bytes that are all the same: past these it is no level. */
const MOST_BYTES = 16 << 20;

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream @param {number} [most] */
async function through(bytes, stream, most = Infinity) {
  let length = 0;
  const counted = new TransformStream({
    transform(part, out) {
      length += part.length;
      if (length > most) out.error(new RangeError("more bytes than a level has"));
      else out.enqueue(part);
    },
  });
  const passed = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(counted);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

/** The link to a level. @param {string} text */
export async function linkTo(text) {
  const url = new URL(location.href);
  const deflated = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const [plain, packed] = [`level=${encodeURIComponent(text)}`, `z=${toBase64(deflated)}`];
  url.search = "";
  url.hash = plain.length <= packed.length ? plain : packed;
  return url.href;
}

/** The level text that a link holds; nothing where it holds none or a broken one. @param {string} hash */
export async function linked(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const [plain, packed] = [fields.get("level"), fields.get("z")];
  if (plain !== null) return plain;
  if (packed === null) return null;
  try {
    return new TextDecoder().decode(await through(fromBase64(packed), new DecompressionStream("deflate-raw"), MOST_BYTES));
  } catch {
    return null;
  }
}
