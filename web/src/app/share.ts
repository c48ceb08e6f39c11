// SPDX-License-Identifier: MIT
// A record inside an address: compressed by the browser, in letters that survive being pasted anywhere.

async function pass(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function pack(record: string): Promise<string> {
  const bytes = await pass(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** null if this is not a packed record. */
export async function unpack(text: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await pass(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}
