class Ms3dlint < Formula
  desc "Checks, explains and repairs MilkShape 3D models"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/ms3dlint-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/ms3dlint-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/ms3dlint-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/ms3dlint-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "ms3dlint"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/ms3dlint.bash" => "ms3dlint"
    zsh_completion.install "completions/_ms3dlint"
    fish_completion.install "completions/ms3dlint.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ms3dlint --version")
  end
end
