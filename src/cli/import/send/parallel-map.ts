// Work on a stream, several pieces at once, given back in the order they came in.

export interface ParallelMapOptions<I, T> {
  readonly parallel: number;
  /** Pieces taken in and not yet given back: bounds the memory while the first of them takes its time. */
  readonly window: number;
  readonly work: (item: I) => Promise<T>;
  readonly isHalted: () => boolean;
}

interface Piece<T> {
  /** Never rejects. */
  ended: Promise<void>;
  value: { readonly result: T } | null;
  isOver: boolean;
}

/**
 * Takes nothing more in once it is halted, or the stream or a piece fails; what was taken in ends, and is given back all
 * the same. The first failure is thrown at the end.
 */
export async function* parallelMap<I, T>(
  items: AsyncIterable<I>,
  options: ParallelMapOptions<I, T>,
): AsyncGenerator<T> {
  const { parallel, window, work, isHalted } = options;
  const pieces: Piece<T>[] = [];
  const underWay = new Set<Promise<void>>();
  const failures: { readonly error: unknown }[] = [];

  const start = (item: I) => {
    const piece: Piece<T> = { ended: Promise.resolve(), value: null, isOver: false };
    const settle = () => {
      piece.isOver = true;
      underWay.delete(piece.ended);
    };
    piece.ended = work(item).then(
      (result) => {
        piece.value = { result };
        settle();
      },
      (error: unknown) => {
        failures.push({ error });
        settle();
      },
    );
    underWay.add(piece.ended);
    pieces.push(piece);
  };

  function* ready(): Generator<T> {
    for (let first = pieces[0]; first?.isOver === true; first = pieces[0]) {
      pieces.shift();
      if (first.value !== null) yield first.value.result;
    }
  }

  try {
    for await (const item of items) {
      if (isHalted() || failures.length > 0) break;
      start(item);
      yield* ready();
      while (underWay.size >= parallel || pieces.length >= window) {
        await Promise.race(pieces.length >= window ? [pieces[0]?.ended] : underWay);
        yield* ready();
      }
    }
  } catch (error) {
    failures.push({ error });
  }
  for (let first = pieces[0]; first !== undefined; first = pieces[0]) {
    await first.ended;
    yield* ready();
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure.error;
}
