// Work on a stream, several pieces at once, given back in the order they came in.

export interface InOrderOptions<I, T> {
  readonly parallel: number;
  /** Pieces taken in and not yet given back: bounds the memory while the first of them takes its time. */
  readonly window: number;
  /** Must not reject. */
  readonly work: (item: I) => Promise<T>;
  readonly isHalted: () => boolean;
}

interface Piece<T> {
  ended: Promise<void>;
  value: { readonly result: T } | null;
}

/** Takes nothing more in once it is halted or the stream fails; what was taken in is given back all the same. */
export async function* inOrder<I, T>(items: AsyncIterable<I>, options: InOrderOptions<I, T>): AsyncGenerator<T> {
  const { parallel, window, work, isHalted } = options;
  const pieces: Piece<T>[] = [];
  const underWay = new Set<Promise<void>>();

  const start = (item: I) => {
    const piece: Piece<T> = { ended: Promise.resolve(), value: null };
    piece.ended = work(item).then((result) => {
      piece.value = { result };
      underWay.delete(piece.ended);
    });
    underWay.add(piece.ended);
    pieces.push(piece);
  };

  function* ready(): Generator<T> {
    for (let first = pieces[0]; first?.value; first = pieces[0]) {
      pieces.shift();
      yield first.value.result;
    }
  }

  let failure: { readonly error: unknown } | null = null;
  try {
    for await (const item of items) {
      if (isHalted()) break;
      start(item);
      yield* ready();
      while (underWay.size >= parallel || pieces.length >= window) {
        await Promise.race(pieces.length >= window ? [pieces[0]?.ended] : underWay);
        yield* ready();
      }
    }
  } catch (error) {
    failure = { error };
  }
  for (let first = pieces[0]; first !== undefined; first = pieces[0]) {
    await first.ended;
    yield* ready();
  }
  if (failure !== null) throw failure.error;
}
