declare module 'libheif-js/wasm-bundle.js' {
  /** The C interface of libheif (heif.h) in 32-bit WASM: pointers are numbers, `heif_error` is returned through the first one. */
  type Libheif = {
    /** Replaced whenever the memory grows: never keep it across a call. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>
    _malloc(bytes: number): number
    _free(pointer: number): void
    _heif_context_alloc(): number
    _heif_context_free(context: number): void
    _heif_context_set_maximum_image_size_limit(context: number, edge: number): void
    _heif_context_read_from_memory_without_copy(
      error: number,
      context: number,
      bytes: number,
      size: number,
      options: number,
    ): void
    _heif_context_get_primary_image_handle(error: number, context: number, handleOut: number): void
    _heif_image_handle_release(handle: number): void
    _heif_image_handle_has_alpha_channel(handle: number): number
    _heif_image_handle_get_luma_bits_per_pixel(handle: number): number
    _heif_image_handle_get_color_profile_type(handle: number): number
    _heif_image_handle_get_raw_color_profile_size(handle: number): number
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, bytesOut: number): void
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profileOut: number): void
    _heif_nclx_color_profile_free(profile: number): void
    _heif_decoding_options_alloc(): number
    _heif_decoding_options_free(options: number): void
    _heif_decode_image(
      error: number,
      handle: number,
      imageOut: number,
      colorspace: number,
      chroma: number,
      options: number,
    ): void
    _heif_image_release(image: number): void
    _heif_image_get_width(image: number, channel: number): number
    _heif_image_get_height(image: number, channel: number): number
    _heif_image_get_plane_readonly(image: number, channel: number, strideOut: number): number
  }
  const libheif: Libheif
  export default libheif
}
